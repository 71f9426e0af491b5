// A new game's form: only the seats that the chosen number of players has, and only one game for a double click.

const form = document.getElementById("new");
const count = form.elements.players;
const side = form.elements["your side"];

function showSeats() {
  document.querySelectorAll("[data-seat]").forEach((seat, i) => (seat.hidden = count && i >= Number(count.value)));
  if (side) form.elements["the engine"].closest("p").hidden = side.value === "both";
  const others = [...form.querySelectorAll("select")].some((field) => field.value === "link" && !field.closest("[hidden]"));
  document.getElementById("others").hidden = !others;
  form.elements["the clock"].disabled = !others;
}

form.addEventListener("change", showSeats);
form.addEventListener("submit", () => setTimeout(() => (document.getElementById("begin").disabled = true)));
addEventListener("pageshow", () => {
  document.getElementById("begin").disabled = false;
  showSeats(); // a browser that goes back fills the form as it was
});
