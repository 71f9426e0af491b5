// Random games of Troll 8x8 and Whirlwind 14x14, written plainly by hand: what a programmer in C++ would have, as a
// yardstick. `yardstick troll` or `yardstick whirlwind`: each line read is a number of games; each is answered by the
// games a second. At the end the first player's share stands on the standard error, with half a game for a draw.
// g++ -O3 -march=native -std=c++17

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>

using Bits = std::uint64_t;

Bits seed = 88172645463325252;

int draw(int n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return int((seed >> 32) * n >> 32);
}

// By bitboards. -1: nobody won.
namespace troll {

constexpr Bits INNER = 0x7E7E7E7E7E7E7E7E, LEFT = 0x0101010101010101, RIGHT = 0x8080808080808080;
constexpr Bits TOP = 0xFF, BOTTOM = Bits(0xFF) << 56;

template <int STEP, bool UP>
Bits ray(Bits own, Bits body, Bits cell) {
  Bits part = 0, at = UP ? cell << STEP : cell >> STEP;
  while (at & body) {
    part |= at;
    at = UP ? at << STEP : at >> STEP;
  }
  return at & own ? part : 0;
}

Bits flips(Bits own, Bits enemy, Bits cell) {
  const Bits inner = enemy & INNER;
  return ray<8, true>(own, enemy, cell) | ray<8, false>(own, enemy, cell) | ray<1, true>(own, inner, cell) |
         ray<1, false>(own, inner, cell) | ray<7, true>(own, inner, cell) | ray<7, false>(own, inner, cell) |
         ray<9, true>(own, inner, cell) | ray<9, false>(own, inner, cell);
}

bool connected(Bits own, int player) {
  const Bits last = player == 0 ? BOTTOM : RIGHT;
  Bits found = own & (player == 0 ? TOP : LEFT);
  for (;;) {
    Bits more = found | ((found << 8 | found >> 8 | (found & ~RIGHT) << 1 | (found & ~LEFT) >> 1) & own);
    if (more == found) return found & last;
    found = more;
  }
}

int place(Bits own, Bits enemy, const int *empties, int left, int player, Bits &turned) {
  const Bits barred = player == 0 ? LEFT | RIGHT : TOP | BOTTOM;
  for (int tries = 0; left > 0 && tries < 24; tries++) {
    const int i = draw(left);
    turned = flips(own, enemy, Bits(1) << empties[i]);
    if (!(barred >> empties[i] & 1) || turned) return i;
  }
  int legal[64], count = 0;
  for (int i = 0; i < left; i++)
    if (!(barred >> empties[i] & 1) || flips(own, enemy, Bits(1) << empties[i])) legal[count++] = i;
  if (count == 0) return -1;
  const int i = legal[draw(count)];
  turned = flips(own, enemy, Bits(1) << empties[i]);
  return i;
}

int game() {
  Bits own = 0, enemy = 0, turned = 0;
  int empties[64], left = 64, player = 0;
  for (int i = 0; i < 64; i++) empties[i] = i;
  for (;;) {
    const int i = place(own, enemy, empties, left, player, turned);
    if (i >= 0) {
      const Bits cell = Bits(1) << empties[i];
      empties[i] = empties[--left];
      own |= turned | cell;
      enemy &= ~turned;
      if (connected(own, player)) return player;
    } else if (place(enemy, own, empties, left, 1 - player, turned) < 0) {
      return -1;
    }
    const Bits other = own;
    own = enemy;
    enemy = other;
    player = 1 - player;
  }
}

}  // namespace troll

// By a board with a margin, union-find for the chains and a list of the empty points.
namespace whirlwind {

constexpr int N = 14, WIDE = N + 2, POINTS = WIDE * WIDE, EMPTY = 0, MARGIN = 3, NOWHERE = -1, TRIES = 12;
constexpr int RING[8] = {-WIDE, 1 - WIDE, 1, WIDE + 1, WIDE, WIDE - 1, -1, -WIDE - 1};  // above, then clockwise

struct Board {
  char held[POINTS];  // EMPTY, MARGIN, or 1 + the player
  char reach[POINTS];  // which of its player's edges a chain touches, at its root: 1 the first, 2 the second
  std::int16_t parent[POINTS], empties[N * N], spot[POINTS];
  int left = 0;

  Board() {
    std::memset(held, MARGIN, sizeof held);
    for (int row = 0; row < N; row++)
      for (int column = 0; column < N; column++) {
        const int at = (row + 1) * WIDE + column + 1;
        held[at] = EMPTY;
        empties[left] = std::int16_t(at);
        spot[at] = std::int16_t(left++);
      }
    for (int row = 0; row < N; row++)
      for (int column = 0; column < N; column++) {
        const int pattern = (3 * row + column) % 10;
        if (pattern == 1 || pattern == 6) place((row + 1) * WIDE + column + 1, pattern == 6 ? 0 : 1);
      }
  }

  int root(int at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  }

  bool place(int at, int player) {
    const int line = (player == 0 ? at / WIDE : at % WIDE) - 1, last = empties[--left];
    held[at] = char(1 + player);
    empties[spot[at]] = std::int16_t(last);
    spot[last] = spot[at];
    reach[at] = char((line == 0) | (line == N - 1) << 1);
    parent[at] = std::int16_t(at);
    int chain = at;
    for (int i = 0; i < 8; i += 2)
      if (held[at + RING[i]] == 1 + player) {
        const int other = root(at + RING[i]);
        reach[other] |= reach[chain];
        parent[chain] = std::int16_t(other);
        chain = other;
      }
    return reach[chain] == 3;
  }

  bool stands(int at, int player, int with = NOWHERE) const {
    bool own[8];
    for (int i = 0; i < 8; i++) own[i] = held[at + RING[i]] == 1 + player || at + RING[i] == with;
    for (int i = 1; i < 8; i += 2)
      if (own[i] && !own[i - 1] && !own[(i + 1) % 8]) return false;
    return true;
  }

  bool mends(int at, int i, int player) const {
    const int mate = at + RING[i];
    return held[mate] == EMPTY && stands(at, player, mate) && stands(mate, player, at);
  }

  bool legal(int at, int player, bool mates) const {
    return stands(at, player) || (mates && (mends(at, 0, player) || mends(at, 2, player) || mends(at, 4, player) ||
                                            mends(at, 6, player)));
  }

  int drawn(int player, bool mates) const {
    for (int tries = 0; left > 0 && tries < TRIES; tries++) {
      const int at = empties[draw(left)];
      if (legal(at, player, mates)) return at;
    }
    int found[N * N], count = 0;
    for (int i = 0; i < left; i++)
      if (legal(empties[i], player, mates)) found[count++] = empties[i];
    return count == 0 ? NOWHERE : found[draw(count)];
  }
};

int game() {
  static const Board start;
  Board board = start;
  bool single = true;
  for (int player = 0;; player = 1 - player, single = false) {
    const int first = board.drawn(player, !single);
    if (first == NOWHERE) return 1 - player;
    bool won = board.place(first, player);
    if (!board.stands(first, player)) {
      int i = 2 * draw(4);
      while (!board.mends(first, i, player)) i = 2 * draw(4);
      won |= board.place(first + RING[i], player);
    } else if (!single && draw(2)) {
      const int second = board.drawn(player, false);
      if (second != NOWHERE) won |= board.place(second, player);
    }
    if (won) return player;
  }
}

}  // namespace whirlwind

int main(int, char **words) {
  const auto game = std::strcmp(words[1], "troll") == 0 ? troll::game : whirlwind::game;
  long count = 0, all = 0, halves = 0;
  while (std::cin >> count) {
    const auto began = std::chrono::steady_clock::now();
    for (long i = 0; i < count; i++) {
      const int winner = game();
      halves += winner == 0 ? 2 : winner < 0;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    all += count;
    std::printf("%.0f\n", count / took.count());
    std::fflush(stdout);
  }
  std::fprintf(stderr, "%.4f\n", halves / 2.0 / all);
}
