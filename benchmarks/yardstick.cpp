// Random games of Troll 8x8 by bitboards, written plainly by hand: what a programmer in C++ would have, as a yardstick.
// Each line read is a number of games; each is answered by the games a second. g++ -O3 -march=native -std=c++17

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>

using Bits = std::uint64_t;

constexpr Bits INNER = 0x7E7E7E7E7E7E7E7E, LEFT = 0x0101010101010101, RIGHT = 0x8080808080808080;
constexpr Bits TOP = 0xFF, BOTTOM = Bits(0xFF) << 56;

Bits seed = 88172645463325252;

int draw(int n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return int((seed >> 32) * n >> 32);
}

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

int main() {
  long count = 0, first = 0;
  while (std::cin >> count) {
    const auto began = std::chrono::steady_clock::now();
    for (long i = 0; i < count; i++) first += game() == 0;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    std::printf("%.0f\n", count / took.count());
    std::fflush(stdout);
  }
  std::fprintf(stderr, "%ld\n", first);
}
