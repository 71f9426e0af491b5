// A bot that speaks the engine protocol, without any library: it plays a random legal turn.
//
//     c++ -O2 -std=c++17 -o bot examples/bots/bot.cpp
//     byways match troll process:./bot random --games 20

#include <iostream>
#include <random>
#include <regex>
#include <string>
#include <vector>

int main() {
    std::mt19937 random(1);
    const std::regex id_field(R"("id": *("([^"\\]|\\.)*"|-?\d+))"), text(R"("([^"\\]|\\.)*")");
    for (std::string line; std::getline(std::cin, line);) {
        std::smatch id;
        std::regex_search(line, id, id_field);
        std::cout << "{\"id\": " << (id.empty() ? "null" : id[1].str());
        std::vector<std::string> turns;
        if (auto start = line.find("\"legal\": ["); start != std::string::npos) {
            const std::string list = line.substr(start + 10, line.find(']', start) - start - 10);
            for (std::sregex_iterator turn(list.begin(), list.end(), text), end; turn != end; ++turn) turns.push_back(turn->str());
        }
        if (turns.empty())
            std::cout << R"(, "errors": [{"field": "legal", "code": "bot.legal", "message": "no legal turns"}]})";
        else
            std::cout << ", \"best\": " << turns[random() % turns.size()] << "}";
        std::cout << std::endl;
    }
}
