// Dates and times as the reader writes them, in the reader's own time zone; the server says them in UTC.

const written = new Intl.DateTimeFormat(document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang, {
  dateStyle: "long",
  timeStyle: "short",
});

export function tellTimes(within) {
  for (const time of within.querySelectorAll("time[datetime]")) time.textContent = written.format(new Date(time.dateTime));
}

tellTimes(document);
