// The six lessons of "What is a move worth?": the words, the position, what is to be done, and when it is done.

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string[]} text Paragraphs before the position.
 * @property {string} position What is on the table: a position, a value or a sum.
 * @property {"count" | "play" | "tax"} task What the reader does: says a number, plays, or changes the tax.
 * @property {string} question
 * @property {string[]} [choices] Numbers to choose from, of `count`.
 * @property {"mean" | "temperature"} [fact] The fact of the engine that says which number is right.
 * @property {string} [best] The score that best play reaches when Left starts.
 * @property {string[]} after What is said when it is done.
 */

/** @type {Lesson[]} */
export const LESSONS = [
  {
    title: "Who is ahead?",
    text: [
      "In Domineering Left places dominoes upright and Right places them flat; a player who cannot move has lost. Left has room for a domino in the column of this board, Right for one in the row.",
      "They are not equal, for Left may choose where to place hers. The engine calls the lead the mean of the position; it counts moves, and positive numbers are Left’s.",
    ],
    position: "domineering:.#|.#|..",
    task: "count",
    question: "By how many moves is Left ahead here?",
    choices: ["0", "1/2", "1", "2"],
    fact: "mean",
    after: [
      "Half a move: Left’s best move leaves 0, Right’s leaves 1, and two such boards are worth one whole move. Nobody hurries to play here, so the position is a number, and its temperature is below zero.",
      "Parts add up: the mean of a sum is the sum of the means.",
    ],
  },
  {
    title: "How urgent is it?",
    text: [
      "Here a move changes everything: the player who moves first gets the better end. Such a position is hot.",
      "Its value is a switch {4|−2}: Left would move to 4, Right to −2. The mean lies halfway between them, and the temperature is how much a move gains over the mean.",
    ],
    position: "{4|-2}",
    task: "count",
    question: "What is the temperature of this switch?",
    choices: ["1", "2", "3", "6"],
    fact: "temperature",
    after: ["Each player gains 3 over the mean 1 by moving: 1 + 3 = 4 and 1 − 3 = −2. On the thermograph the walls meet at that height: the mast stands on the mean, as high as the temperature."],
  },
  {
    title: "The hottest first",
    text: ["Three switches lie side by side, and you are Left. Every turn you may move in one of them. A move is worth the temperature of its part, so there is a simple rule."],
    position: "{5|-3} + {2|-1} + {6|5}",
    task: "play",
    question: "Play to the end. The best you can reach is a total of 10.",
    best: "10",
    after: ["Hottest first: 4, then 3/2, then 1/2. With simple switches this is always right. In the next lesson it is not so simple."],
  },
  {
    title: "Sente: a move that must be answered",
    text: [
      "A move that threatens a larger one has to be answered, and then it is your turn again: you kept sente. Here Left’s move to {9|2} threatens to reach 9.",
      "So Left gets 2 there without losing her turn, and the mean is 2 already: the privilege is hers. If Right moves there first, to 1, he plays reverse sente. The other part, {4|1}, is gote: its temperature 3/2 is higher than the 1 of the first part.",
    ],
    position: "{{9|2}|1} + {4|1}",
    task: "play",
    question: "You are Left. Use your sente at the right time; the best total is 6.",
    best: "6",
    after: ["The threat first, then the gote move: Left got both. Had she taken the hotter part first, Right would have played to 1 in reverse sente, one point less."],
  },
  {
    title: "Cooling: what if moves cost something?",
    text: [
      "Let every move cost a tax t. A hot position cools, and at some tax nobody wants to move any more. That tax is its temperature; the value that is left over is its mean.",
      "The thermograph shows it for every tax at once: where Left’s stop and Right’s stop are, until the walls meet in the mast.",
    ],
    position: "{7|5||0}",
    task: "tax",
    question: "Raise the tax until nobody wants to move.",
    after: ["Frozen at that tax, the position is a number up to an infinitesimal: its mean. Cooling is how temperature is defined, and the engine computes it exactly."],
  },
  {
    title: "Orthodox play",
    text: [
      "A move is orthodox if it is best at the ambient temperature, that of the hottest part. With many parts orthodox moves lose little or nothing; the others lose what their list of moves says.",
      "Here are two boards of Amazons and two values. A queen moves like a chess queen and shoots an arrow that burns a square. The board is worth as many moves as a player keeps for herself.",
    ],
    position: "amazons:##o|x.#|..# + {3|-1} + {2||1|-3} + amazons:x..|..o",
    task: "play",
    question: "You are Left. Play to the end; the engine then shows what each move lost.",
    after: ["That is what Tedomari is for. On the page Explore the moves of any position are listed with their loss, and on Play any sum can be played."],
  },
];
