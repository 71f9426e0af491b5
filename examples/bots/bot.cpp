// A bot that speaks the engine protocol, without any library: it plays a random legal turn.
//
//     c++ -O2 -o bot examples/bots/bot.cpp
//     byways match troll process:./bot random --games 20

#include <iostream>
#include <random>
#include <string>
#include <vector>

// Returns the text or the number that begins at a place of a line, as it is written there.
std::string value(const std::string& line, size_t at) {
    size_t end = at + 1;
    if (line[at] != '"') return line.substr(at, line.find_first_of(",}", at) - at);
    while (line[end] != '"') end += line[end] == '\\' ? 2 : 1;
    return line.substr(at, end + 1 - at);
}

int main() {
    std::mt19937 random(1);
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<std::string> turns;
        const size_t at_id = line.find("\"id\": "), list = line.find("\"legal\": [");
        const std::string id = at_id == std::string::npos ? "" : value(line, at_id + 6);
        for (size_t at = list + 10; list != std::string::npos && line[at] == '"'; at += turns.back().size() + 2)
            turns.push_back(value(line, at));
        std::cout << "{\"id\": " << (id.empty() ? "null" : id);
        if (!turns.empty()) std::cout << ", \"best\": " << turns[random() % turns.size()] << "}" << std::endl;
        else std::cout << R"(, "errors": [{"code": "bot.legal", "message": "no legal turns"}]})" << std::endl;
    }
}
