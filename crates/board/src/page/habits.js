// The parts of the page that make playing comfortable, beside the game itself.

import "./words-play.js";
import "./beginners.js";
import "./explorer-panel.js";
import "./level-results.js";
import "./library-panel.js";
import "./premoving.js";
import "./settings-play.js";
import "./spoken.js";
import "./your-move.js";
