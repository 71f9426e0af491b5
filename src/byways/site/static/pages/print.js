// The button that prints.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
