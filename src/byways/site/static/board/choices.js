// The turn that a person is pointing out: which offers are still open, and what has been chosen of them.

export class Choices {
  constructor() {
    this.clicks = []; // of the action being pointed at
    this.spelled = []; // the clicks of every action already taken in this turn
    this.offer([], {});
  }

  /** Begin anew with what the server offers: [action, click, …] each; labels name the clicks that are buttons. */
  offer(offers, labels) {
    this.offers = offers.map(([action, ...clicks]) => ({ action, clicks }));
    this.labels = labels;
    this.clicks = [];
  }

  /** The offers that begin with the clicks made so far. */
  open() {
    return this.offers.filter((offer) => this.clicks.every((click, i) => offer.clicks[i] === click));
  }

  /** What may be pointed at next. */
  targets() {
    return new Set(this.open().map((offer) => offer.clicks[this.clicks.length]));
  }

  /** The next targets that are buttons. */
  words() {
    return [...this.targets()].filter((word) => word in this.labels);
  }

  /** The action that one more click would complete, or null. */
  completing(name) {
    const length = this.clicks.length + 1;
    return this.open().find((offer) => offer.clicks.length === length && offer.clicks[length - 1] === name)?.action ?? null;
  }

  /**
   * Point at something. Gives {action} where that completes one, {} where more is to be pointed at, and null where
   * nothing begins so. Another beginning on the board replaces the one chosen before, such as another piece to move.
   */
  choose(name) {
    if (!this.targets().has(name)) {
      const anew = this.clicks.length && !(this.clicks[0] in this.labels);
      if (!anew || !this.offers.some((offer) => offer.clicks[0] === name)) return null;
      this.clicks = [];
    }
    this.clicks.push(name);
    const left = this.open();
    const only = left.length === 1 && left[0].clicks.slice(this.clicks.length).every((word) => word in this.labels);
    const chosen = left.find((offer) => offer.clicks.length === this.clicks.length) ?? (only ? left[0] : null);
    if (!chosen) return {};
    this.spelled.push(chosen.clicks);
    this.clicks = [];
    return { action: chosen.action };
  }

  /** Everything pointed at in this turn, and one more. */
  spell(name) {
    return [...this.spelled.flat(), ...this.clicks, name];
  }

  forget() {
    this.clicks = [];
    this.spelled = [];
  }
}
