/** What the template says. One file for the test runner, for loading the CDK takes longer than all of it. */
import "./stack/alarms.ts";
import "./stack/data.ts";
import "./stack/events.ts";
import "./stack/functions.ts";
import "./stack/grants.ts";
import "./stack/http-api.ts";
import "./stack/picture.ts";
