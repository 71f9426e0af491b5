// A page that has nothing else for scripts to do.

import "../net/turns.js";
