// A new game's form: only the seats that the chosen number of players has, and only one game for a double click.

const form = document.getElementById("new");
const count = form.elements.players;
const side = form.elements["your side"];

function showSeats() {
  document.querySelectorAll("[data-seat]").forEach((seat, i) => (seat.hidden = count && i >= Number(count.value)));
  if (side) form.elements["the engine"].closest("p").hidden = side.value === "both";
  const seats = [...document.querySelectorAll("[data-seat]:not([hidden]) select")];
  const person = side ? side.value !== "neither" || form.elements["the engine"].value === "link" : seats.some(isPerson);
  const timed = person && (Boolean(side) || seats.length > 1); // who plays alone, or watches, has no clock
  document.getElementById("timing").hidden = !timed;
  form.elements["the clock"].disabled = !timed;
  const here = side ? side.value === "both" : seats.filter((seat) => seat.value === "person").length > 1;
  ask(form.elements["your name"], !here);
  for (const field of document.querySelectorAll("[data-name] input")) {
    const seat = form.elements[field.name.replace("name", "seat")];
    ask(field, here && (Boolean(side) || (seats.includes(seat) && seat.value === "person")));
  }
}

/** Ask for a name, or do not. */
function ask(field, needed) {
  field.disabled = field.closest("p").hidden = !needed;
}

function isPerson(seat) {
  return seat.value === "person" || seat.value === "link";
}

form.addEventListener("change", showSeats);
form.addEventListener("submit", () => setTimeout(() => (document.getElementById("begin").disabled = true)));
addEventListener("pageshow", () => {
  document.getElementById("begin").disabled = false;
  showSeats(); // a browser that goes back fills the form as it was
});
