// A new game's form: only the seats that the chosen number of players has.
const players = document.querySelector("select[name=players]");

function showSeats() {
  for (const seat of document.querySelectorAll(".seat")) {
    seat.hidden = Number(seat.dataset.seat) > Number(players.value);
  }
}

if (players) {
  players.addEventListener("change", showSeats);
  showSeats();
}
