/** One rule, and the histories that show it. The introduction in `rules.test.ts` says how to read a row. */
export type Rule = { title: string; text: string; rows: string };

/** The timelines: history | event | what follows | verdicts. */
export const rules: Rule[] = [
  {
    title: "Days",
    text: `
Only days are compared. A start, a last day, \`from\`, \`until\` and an effective date are local days. A named instant
counts by its day in its own zone, and falls due at its instant. A statement without a day counts on the day of its
event time, its _own day_. A start is the first day with access, a last day the last one. An employment is _to come_
before its start, _goes on_ from its start to its last day or until the next one begins, and _has ended_ after it.
Employments without a free day between them _join_: the person keeps access, in whatever zones the days lie. If the
person was disabled for the end before the next start was said, the person is enabled again at once.
`,
    rows: `
1: hired from 10 | 2: terminated, last day 20, grace 3 | employed 10–20; access 10–20; then deleted after 3 days | scheduled for 20
1: hired from 10; 2: terminated, last day 20 | 3: hired from 21 | employed 10–20, 21–; access 10– | scheduled for 21
1: hired from 10; 2: terminated, last day 20 | 3: hired from 22 | employed 10–20, 22–; access 10–20, 22– | scheduled for 22
1: hired from 10 in Sydney; 2: terminated, last day 20 in Honolulu | 3: hired from 21 in Sydney | employed 10–20, 21–; access 10– | scheduled for 21
1: hired from 10 in Honolulu; 2: terminated, last day 20 in Sydney | 3: hired from 21 in Honolulu | employed 10–20, 21–; access 10– | scheduled for 21
1: hired from 10 in Sydney; 2: terminated, last day 20 in Honolulu | 3: hired from 20 in Sydney | employed 10–20, 20–; access 10– | scheduled for 20
1: hired from 10; 11: terminated, last day 20 | 25: hired from 21 | employed 10–20, 21–; access 10– | in force
1: hired | 5: terminated in Sydney | employed 1–5 at once; access 1–4; then deleted | in force
`,
  },
  {
    title: "Hires",
    text: `
A hire opens an employment if none is known; without a start, the employment began on the own day of the hire or
earlier. A hire is a repetition if it names the start that a known employment has now, also after this employment ended
or was withdrawn. What was moved, replaced or taken back is no longer known. A hire without a start is a repetition
while an employment goes on or is to come. Any other start is about the newest employment. If this one is to come, its
start moves; but a start on or after its last day opens the next employment, and a start before the last day of the
employment before it is a repetition. If it goes on, an earlier start is a repetition, and a later one opens the next
employment. If it has ended or was withdrawn, a start on or after its last day opens the next one, and an earlier start
is \`already-left\`; the last day of a withdrawn one is the day that was named, else the day of the withdrawal. An
employment without an end ends the day before the next one begins. If an end that was said before lies after the new
start, it becomes the end of the new employment, and an operator decides (\`end-said-before\`).
`,
    rows: `
 | 5: hired | employed 5–; access 5– | in force
 | 5: hired from 10 | employed 10–; access 10– | scheduled for 10
1: hired from 10 | 2: hired from 10 | employed 10–; access 10– | repeats a
5: hired | 6: hired from 5 | employed 5–; access 5– | repeats a
1: hired from 10 | 2: hired | employed 10–; access 10– | repeats a
1: hired from 10; 12: terminated | 13: hired from 10 | employed 10–12 at once; access 10–11; then deleted | repeats a
1: hired from 10; 2: hired from 12 | 3: hired from 10 | employed 10–; access 10– | scheduled for 10; b: overtaken by c (hired-since)
1: hired from 10 | 2: hired from 8 | employed 8–; access 8– | scheduled for 8; a: overtaken by b (hired-since)
1: hired from 10 | 2: hired from 15 by payroll | employed 15–; access 15– | scheduled for 15; a: overtaken by b (hired-since)
1: hired from 10; 2: terminated, last day 20 | 3: hired from 15 | employed 15–20; access 15–20; then deleted | scheduled for 15; a: overtaken by c (hired-since)
1: hired from 10; 2: terminated, last day 20 | 3: hired from 20 | employed 10–20, 20–; access 10– | scheduled for 20
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 13: hired from 25 | employed 10–20, 25–; access 10–20, 25– | scheduled for 25; c: overtaken by d (hired-since)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 13: hired from 15 | employed 10–20, 30–; access 10–20, 30– | repeats c
1: hired from 10; 11: hired from 30 | 12: hired from 5 | employed 10–29, 30–; access 10– | repeats b
1: hired from 10; 11: hired from 30 | 12: hired from 10 | employed 10–29, 30–; access 10– | repeats a
1: hired from 10 | 12: hired from 5 | employed 10–; access 10– | repeats a
1: hired from 10 | 12: hired from 20 | employed 10–19, 20–; access 10– | scheduled for 20
1: hired from 10; 11: terminated, last day 20 | 25: hired from 22 | employed 10–20, 22–; access 10–20, 22– | in force
1: hired from 10; 11: terminated, last day 20 | 25: hired from 15 | employed 10–20; access 10–20; then deleted | overtaken by b (already-left)
1: hired from 10; 2: terminated | 3: hired from 8 | employed 10 withdrawn, 8–; access 8– | scheduled for 8
1: hired from 10; 2: terminated, last day 5 | 3: hired from 4 | employed 10 withdrawn; no access | overtaken by b (already-left)
1: hired from 10; 2: terminated, last day 5 | 3: hired from 10 | employed 10 withdrawn; no access | repeats a
1: hired from 10; 11: terminated, last day 40 | 12: hired from 20 | employed 10–19, 20–40; access 10–40; then deleted | needs a decision (end-said-before)
1: hired from 10; 11: terminated, last day 40; 12: hired from 20 | 13: operator: c has-no-end | employed 10–19, 20–; access 10– | in force; c: scheduled for 20
1: hired from 10; 11: terminated, last day 40; 12: hired from 20 | 13: operator: c keeps-the-end | employed 10–19, 20–40; access 10–40; then deleted | in force; c: scheduled for 20
1: hired from 10; 12: hired from 20 | 13: terminated, last day 40 | employed 10–19, 20–40; access 10–40; then deleted | scheduled for 40
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 13: hired from 20 | employed 10–20, 20–; access 10– | scheduled for 20; c: overtaken by d (hired-since)
5: adopted | 6: hired from 5 | employed 5–; access 5– | repeats a
1: terminated, last day 20; 2: cancelled | 3: hired from 10 | employed 10–; access 10– | scheduled for 10; a: overtaken by b (termination-cancelled); b: in force
1: hired from 10; 11: terminated, last day 20; 12: suspended from 25 | 22: hired from 30 | employed 10–20, 30–; access 10–20, 30– | scheduled for 30
1: hired from 10; 5: terminated, last day 10 | 10: hired | employed 10–10; access 10; then deleted | repeats a
`,
  },
  {
    title: "Hires without a start date after an end",
    text: `
They follow the setting \`rehireWithoutStartDate\` as it was when the hire was said: a change judges no earlier hire.
With \`accept\`, such a hire opens the next employment. With \`report\`, it is \`already-left\` until three days after the
end fell due or was said, whichever is later. Then it is \`rehire-unclear\`, once for this end. An operator answers that
it is a rehire, or that it repeats. The second answer also holds for later hires, until one names a start or opens with
\`accept\`. A hire that opens the next employment answers as well, and so does a statement that changes the end.
`,
    rows: `
1: hired from 10; 11: terminated, last day 20 | 23: hired | employed 10–20; access 10–20; then deleted | overtaken by b (already-left)
1: hired from 10; 11: terminated, last day 20 | 24: hired | employed 10–20; access 10–20; then deleted | needs a decision (rehire-unclear)
1: hired from 10; 25: terminated, last day 20 | 28: hired | employed 10–20; access 10–20; then deleted | overtaken by b (already-left)
1: hired from 10; 11: terminated, last day 20; 24: hired | 25: hired | employed 10–20; access 10–20; then deleted | repeats c
1: hired from 10; 11: terminated, last day 20; 24: hired | 25: hired from 26 | employed 10–20, 26–; access 10–20, 26– | scheduled for 26; c: overtaken by d (hired-since)
1: hired from 10; 11: terminated, last day 20; 24: hired | 25: operator: c is-a-rehire | employed 10–20, 24–; access 10–20, 24– | in force; c: in force
1: hired from 10; 11: terminated, last day 20; 24: hired; 25: operator: c repeats | 26: hired | employed 10–20; access 10–20; then deleted | repeats a
1: hired from 10; 11: terminated, last day 20; 24: hired; 25: operator: c repeats; 26: hired from 15 | 27: hired | employed 10–20; access 10–20; then deleted | needs a decision (rehire-unclear)
setting accept; 1: hired from 10; 11: terminated, last day 20 | 21: hired | employed 10–20, 21–; access 10– | in force
setting accept; 1: hired from 10; 11: terminated, last day 20; 21: hired; setting report | 40: changed with /title | employed 10–20, 21–; access 10– | in force
1: hired from 10; 11: terminated, last day 20; 21: hired; setting accept | 40: changed with /title | employed 10–20; access 10–20; then deleted | in force
1: hired from 10; 11: terminated, last day 20; 24: hired; 25: operator: c repeats; setting accept; 26: hired; 30: terminated; setting report | 40: hired | employed 10–20, 26–30 at once; access 10–20, 26–29; then deleted | needs a decision (rehire-unclear)
1: hired from 10; 11: terminated, last day 20; 24: hired | 25: terminated, last day 22 | employed 10–22; access 10–22; then deleted | in force; b: overtaken by d (terminated-since); c: overtaken by d (terminated-since)
1: hired from 10; 11: terminated, last day 20; 24: hired; 25: terminated, last day 22 | 29: hired | employed 10–22; access 10–22; then deleted | needs a decision (rehire-unclear)
1: hired from 10; 11: terminated, last day 20; 24: hired | 25: cancelled | employed 10–; access 10– | in force; b: overtaken by d (termination-cancelled); c: overtaken by d (termination-cancelled)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 22: hired | employed 10–20, 30–; access 10–20, 30– | repeats c
`,
  },
  {
    title: "Adoptions",
    text: `
An adoption opens an employment only if none is known. That one has begun before everything that was said. An adoption
never counts against an end, a waiting termination or a suspension, whatever their times.
`,
    rows: `
 | 5: adopted | employed 5–; access 5– | in force
1: hired from 10 | 5: adopted | employed 10–; access 10– | in force
1: hired from 10; 11: terminated, last day 20 | 25: adopted | employed 10–20; access 10–20; then deleted | in force
3: terminated | 5: adopted | employed 3–3 at once; no access; then deleted | in force; a: in force
3: terminated, last day 20 | 5: adopted | employed 3–20; access 5–20; then deleted | in force; a: scheduled for 20
3: suspended | 5: adopted | employed 3–; no access | in force; a: in force
1: hired from 10; 2: operator: a rejected; 3: hired from 10; 4: terminated, last day 12 | 6: adopted | employed 4–12; access 6–12; then deleted | in force; d: scheduled for 12
5: adopted; 5: terminated | 5: hired from 5 | employed 5–5 at once, 5–; access 5– | in force
3: changed with /phone; 5: adopted | 5: terminated, last day 4 | employed 5 ended at once; no access; then deleted | in force
5: adopted | 6: hired from 1 | employed 5–; access 5– | repeats a
5: adopted | 6: terminated, last day 2 | employed 5 ended at once; no access; then deleted | in force
`,
  },
  {
    title: "Terminations without a last day",
    text: `
They mean: the employee has left. The employment that goes on ends at once, also on its first day, and every one that
is to come is withdrawn. If nothing goes on or is to come, only the terms of the newest end change.
`,
    rows: `
1: hired from 10 | 15: terminated | employed 10–15 at once; access 10–14; then deleted | in force
1: hired from 10 | 10: terminated | employed 10–10 at once; no access; then deleted | in force
1: hired from 10; 11: hired from 30 | 15: terminated | employed 10–15 at once, 30 withdrawn; access 10–14; then deleted | in force
1: hired from 10; 11: terminated, last day 20; 12: hired from 30; 13: terminated, last day 40 | 15: terminated | employed 10–15 at once, 30 withdrawn; access 10–14; then deleted | in force; b: overtaken by e (terminated-since); d: overtaken by e (terminated-since)
1: hired from 10; 15: terminated | 16: terminated | employed 10–15 at once; access 10–14; then deleted | repeats b
1: hired from 10; 11: terminated, last day 20 | 25: terminated | employed 10–20 at once; access 10–20; then deleted | in force; b: overtaken by c (terminated-since)
1: hired from 10; 15: terminated | 15: hired from 15 | employed 10–15 at once, 15–; access 10– | in force
1: hired from 10; 15: terminated | 16: hired from 16 | employed 10–15 at once, 16–; access 10– | in force
1: hired from 10; 11: terminated, last day 20; 12: hired from 30; 31: terminated, last day 40 | 45: terminated, grace 5 | employed 10–20, 30–40 at once; access 10–20, 30–40; then deleted after 5 days | in force; d: overtaken by e (terminated-since)
1: hired from 3; 2: terminated, last day 5, grace 9; 6: hired from 10 | 8: terminated, grace 2 | employed 3–5, 10 withdrawn; access 3–5; then deleted after 2 days | in force
`,
  },
  {
    title: "Terminations with a last day",
    text: `
A last day that a known end names is about that end. Any other one ends one employment: the one to which this last day
belongs, else the one that goes on, else the next to come, else the newest. It belongs to an employment if it lies on
or after its start and before the start of the next one (also on that start, if the employment has no end). If it is
said after the next one has begun, days after the employment's own end no longer belong to it. If the employment that
goes on had no end, and one to come has an end, a last day before that start withdraws the latter: the person leaves.
The day before that start, and that start, mean a transfer. Before the first hire, a termination counts only if its
last day is after the start; else it is \`hired-since\`.
`,
    rows: `
1: hired from 10; 11: terminated, last day 20 | 12: terminated, last day 20 | employed 10–20; access 10–20; then deleted | repeats b
1: hired from 10; 11: terminated, last day 20 | 12: terminated, last day 15 | employed 10–15; access 10–15; then deleted | scheduled for 15; b: overtaken by c (terminated-since)
1: hired from 10; 11: terminated, last day 20, grace 30 | 25: terminated, last day 18, keep the person | employed 10–18; access 10–18; then kept | in force; b: overtaken by c (terminated-since)
1: hired from 10; 11: hired from 30 | 12: terminated, last day 20 | employed 10–20, 30–; access 10–20, 30– | scheduled for 20
1: hired from 10; 11: hired from 30 | 12: terminated, last day 29 | employed 10–29, 30–; access 10– | scheduled for 29
1: hired from 10; 11: hired from 30 | 12: terminated, last day 30 | employed 10–30, 30–; access 10– | scheduled for 30
1: hired from 10; 11: hired from 30; 12: terminated, last day 30 | 13: terminated, last day 30 | employed 10–30, 30–; access 10– | repeats c
1: hired from 10; 11: hired from 30; 12: terminated, last day 30; 13: hired from 30 | 31: terminated, last day 30 | employed 10–30, 30–; access 10– | repeats c
1: hired from 10; 11: hired from 30 | 31: terminated, last day 30 | employed 10–30, 30–; access 10– | in force
1: hired from 10; 11: hired from 30 | 12: terminated, last day 50 | employed 10–29, 30–50; access 10–50; then deleted | scheduled for 50
1: hired from 10; 11: hired from 30; 12: terminated, last day 50 | 13: terminated, last day 20 | employed 10–20, 30 withdrawn; access 10–20; then deleted | scheduled for 20; c: overtaken by d (terminated-since)
1: hired from 10; 11: hired from 30; 12: terminated, last day 50 | 13: terminated, last day 29 | employed 10–29, 30–50; access 10–50; then deleted | scheduled for 29
1: hired from 10; 11: hired from 30; 12: terminated, last day 50 | 13: terminated, last day 30 | employed 10–30, 30–50; access 10–50; then deleted | scheduled for 30
1: hired from 10; 11: hired from 30; 12: terminated, last day 50; 13: terminated, last day 20 | 14: terminated, last day 29 | employed 10–29, 30 withdrawn; access 10–29; then deleted | scheduled for 29; d: overtaken by e (terminated-since)
1: hired from 40; 2: terminated, last day 30; 3: hired from 35 | 36: terminated, last day 38 | employed 40 withdrawn, 35–38; access 35–38; then deleted | scheduled for 38
1: hired from 10; 11: hired from 30; 12: terminated, last day 50; 13: terminated, last day 20 | 14: terminated, last day 50 | employed 10–20, 30–50; access 10–20, 30–50; then deleted | scheduled for 50; d: overtaken by e (terminated-since)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 31: terminated, last day 25 | employed 10–20, 30 ended at once; access 10–20; then deleted | in force
1: hired from 1; 2: hired from 10; 11: terminated, last day 12; 13: hired from 20 | 21: terminated, last day 15 | employed 1–9, 10–12, 20 ended at once; access 1–12; then deleted | in force
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 40: terminated, last day 25 | employed 10–20, 30–; access 10–20, 30–; nobody is enabled until the decision | needs a decision (last-day-before-start)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 25: terminated, last day 25 | employed 10–25, 30–; access 10–25, 30– | in force; b: overtaken by d (terminated-since)
1: terminated, last day 20 | 2: hired from 10 | employed 10–20; access 10–20; then deleted | scheduled for 10; a: scheduled for 20
1: terminated, last day 10 | 2: hired from 10 | employed 10–; access 10– | scheduled for 10; a: overtaken by b (hired-since)
1: terminated | 2: hired from 10 | employed 10–; access 10– | scheduled for 10; a: overtaken by b (hired-since)
1: terminated, last day 20; 2: hired from 10 | 3: hired from 15 | employed 15–20; access 15–20; then deleted | scheduled for 15; b: overtaken by c (hired-since)
1: terminated, last day 20; 2: cancelled | 3: terminated, last day 20 | no employment; no access | needs a decision (unknown-employee)
1: terminated, last day 20; 2: terminated, last day 20 | 3: terminated, last day 20 | no employment; no access | needs a decision (unknown-employee)
1: hired from 10 | 5: terminated, last day 10 | employed 10–10; access 10; then deleted | scheduled for 10
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 13: terminated, last day 30 | employed 10–20, 30–30; access 10–20, 30; then deleted | scheduled for 30
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 31: terminated, last day 18 | employed 10–18, 30–; access 10–18, 30– | in force; b: overtaken by d (terminated-since)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30; 13: terminated, last day 40 | 14: terminated, last day 15 | employed 10–15, 30–40; access 10–15, 30–40; then deleted | scheduled for 15; b: overtaken by e (terminated-since)
1: hired from 20; 2: terminated, last day 5; 3: hired from 10; 4: terminated, last day 15 | 5: terminated, last day 25 | employed 20 withdrawn, 10–25; access 10–25; then deleted | scheduled for 25; d: overtaken by e (terminated-since)
`,
  },
  {
    title: "Last day before the start",
    text: `
An employment that is to come is withdrawn. One that has begun ends at once if it names no start (a late report), or
until three days after its start (a no-show). Later, an operator decides (\`last-day-before-start\`), and until then
a person without access gets none; if it has ended, nothing changes (\`already-left\`).
`,
    rows: `
1: hired from 10 | 5: terminated, last day 8 | employed 10 withdrawn; no access | in force
1: hired from 10 | 13: terminated, last day 8 | employed 10 ended at once; no access; then deleted | in force
1: hired from 10 | 14: terminated, last day 8 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (last-day-before-start)
1: hired from 10; 14: terminated, last day 8 | 15: terminated, last day 8 | employed 10–; access 10–; nobody is enabled until the decision | repeats b
1: hired from 10; 14: terminated, last day 8 | 15: operator: b has-left | employed 10–14 at once; access 10–13; then deleted | in force; b: in force
1: hired from 10; 14: terminated, last day 8 | 15: operator: b is-an-earlier-one | employed 10–; access 10– | in force; b: overtaken by a (hired-since)
10: hired | 20: terminated, last day 8 | employed 10 ended at once; no access; then deleted | in force
1: hired from 3; 2: terminated, last day 5; 6: hired from 10 | 12: terminated, last day 8 | employed 3–5, 10 ended at once; access 3–5; then deleted | in force
1: hired from 3; 2: terminated, last day 5; 6: hired from 10 | 8: terminated, last day 2 | employed 3–5, 10 withdrawn; access 3–5; then deleted | in force
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 30: terminated, last day 25 | employed 10–20, 30 ended at once; access 10–20; then deleted | in force
1: hired from 10; 2: terminated, last day 20; 3: hired from 30 | 5: terminated, last day 8 | employed 10 withdrawn, 30–; access 30– | in force; b: overtaken by d (terminated-since)
1: hired from 10; 11: terminated, last day 30 | 20: terminated, last day 5 | employed 10–30; access 10–30; then deleted | needs a decision (last-day-before-start)
1: hired from 10; 14: terminated, last day 8 | 15: terminated, last day 7 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (last-day-before-start); b: overtaken by c (terminated-since)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 30: terminated, last day 22 | employed 10–20, 30 ended at once; access 10–20; then deleted | in force
`,
  },
  {
    title: "Later terminations",
    text: `
A later termination replaces an end or a withdrawal, day and terms, at once. The same last day, and after _has left_
also a later one, changes the terms alone: with the same day, the terms that take less away count, and what an operator
has kept stays. A termination that names no terms has the usual terms of the deployment. These count only for an end that
replaces none. A withdrawal also replaces the terms of the end before it. Terms of an identity provider give way to the
terms of all others.
`,
    rows: `
1: hired from 10; 12: terminated, keep the person | 42: terminated on usual terms by entra | employed 10–12 at once; access 10–11; then kept | repeats b
1: hired from 10; 12: terminated, last day 20, grace 90 | 15: terminated on usual terms, grace 7 | employed 10–15 at once; access 10–14; then deleted after 90 days | in force; b: overtaken by c (terminated-since)
1: hired from 10; 12: terminated, last day 20, keep the person; 15: terminated on usual terms | 16: terminated, grace 7 | employed 10–15 at once; access 10–14; then deleted after 7 days | in force; c: overtaken by d (terminated-since)
1: hired from 10; 12: terminated, last day 20, grace 90; 21: operator: b kept | 22: terminated on usual terms | employed 10–20 at once; access 10–20; then kept | in force; b: overtaken by d (terminated-since)
1: hired from 10; 12: terminated, last day 20, keep the person; 22: hired from 30 | 40: terminated on usual terms, grace 7 | employed 10–20, 30–40 at once; access 10–20, 30–39; then deleted after 7 days | in force
1: hired from 10; 12: terminated, last day 20, keep the person; 13: hired from 30 | 15: terminated on usual terms, grace 7 | employed 10–15 at once, 30 withdrawn; access 10–14; then kept | in force; b: overtaken by d (terminated-since)
1: hired from 10; 12: terminated, last day 20, keep the person; 22: hired from 40 | 30: terminated on usual terms, grace 7 by entra | employed 10–20, 40 withdrawn; access 10–20; then kept | in force
1: hired from 10; 12: terminated, last day 20, keep the person; 22: hired from 40 | 30: terminated, grace 7 | employed 10–20, 40 withdrawn; access 10–20; then deleted after 7 days | in force
1: hired from 10; 12: terminated on usual terms, grace 7 | 13: terminated, keep the person by entra | employed 10–12 at once; access 10–11; then deleted after 7 days | repeats b
1: hired from 10; 12: terminated, keep the person by entra | 13: terminated on usual terms, grace 7 | employed 10–12 at once; access 10–11; then deleted after 7 days | in force; b: overtaken by c (terminated-since)
1: hired from 10; 12: terminated, keep the person by entra | 42: terminated on usual terms, grace 7 by entra | employed 10–12 at once; access 10–11; then deleted after 7 days | in force; b: overtaken by c (terminated-since)
1: hired from 10; 11: hired from 30; 12: terminated, last day 40, keep the person | 13: terminated, last day 29 | employed 10–29, 30–40; access 10–40; then kept | scheduled for 29
1: hired from 10; 11: hired from 30; 12: terminated, last day 50; 13: terminated, last day 20 | 14: terminated, last day 25, keep the person | employed 10–25, 30 withdrawn; access 10–25; then kept | scheduled for 25; d: overtaken by e (terminated-since)
1: hired from 10; 11: hired from 30; 12: terminated, last day 50; 12: terminated, last day 9 | 13: terminated, last day 40, keep the person | employed 10 ended at once, 30–40; access 30–40; then kept | scheduled for 40; c: overtaken by e (terminated-since)
1: hired; 1: hired from 4; 3: terminated, grace 30; 4: terminated, last day 9, keep the person | 4: terminated, last day 3, grace 5 | employed 1–3 at once, 4 withdrawn; access 1–2; then deleted after 5 days | in force; d: overtaken by e (terminated-since)
1: hired from 10; 12: terminated, last day 20 | 13: terminated, last day 20, keep the person | employed 10–20; access 10–20; then kept | scheduled for 20; b: overtaken by c (terminated-since)
1: hired from 10; 12: terminated, last day 20, keep the person | 25: terminated, last day 20, grace 3 | employed 10–20; access 10–20; then kept | repeats b
1: hired from 10; 12: terminated, last day 20, grace 7; 22: operator: b kept | 23: terminated, last day 20, grace 30 | employed 10–20; access 10–20; then kept | repeats b
1: hired from 10; 12: terminated, last day 20, keep the person | 13: terminated on usual terms, last day 20 | employed 10–20; access 10–20; then kept | repeats b
1: hired from 10; 12: terminated, last day 20 | 13: terminated, last day 20, keep the person by entra | employed 10–20; access 10–20; then deleted | repeats b
1: hired from 10; 12: terminated, last day 20, keep the person by entra | 13: terminated, last day 20, grace 7 | employed 10–20; access 10–20; then deleted after 7 days | scheduled for 20; b: overtaken by c (terminated-since)
1: hired from 10; 12: terminated, last day 20, grace 3 | 13: terminated on usual terms, last day 20, grace 7 | employed 10–20; access 10–20; then deleted after 3 days | repeats b
1: hired from 10; 12: terminated, last day 20, grace 7; 15: terminated on usual terms, last day 25; 26: operator: c kept | 27: terminated, last day 25, grace 30 | employed 10–25; access 10–25; then kept | repeats c
1: hired from 10; 11: terminated, last day 20 | 30: terminated, last day 5, keep the person | employed 10–20; access 10–20; then deleted | overtaken by b (already-left)
1: hired from 20; 2: terminated; 3: hired from 30 | 4: hired from 10 | employed 20 withdrawn, 10–; access 10– | scheduled for 10; c: overtaken by d (hired-since)
1: hired from 10; 15: terminated, grace 30 | 40: terminated, last day 5 | employed 10–15 at once; access 10–14; then deleted | in force; b: overtaken by c (terminated-since)
1: hired from 10; 11: terminated, last day 20 | 22: terminated, last day 30 | employed 10–30; access 10–30; then deleted | scheduled for 30; b: overtaken by c (terminated-since)
1: hired from 10; 5: terminated, last day 8 | 6: terminated, last day 30 | employed 10–30; access 10–30; then deleted | scheduled for 30; b: overtaken by c (terminated-since)
1: hired from 10; 15: terminated | 16: terminated, last day 30, keep the person | employed 10–15 at once; access 10–14; then kept | scheduled for 30; b: overtaken by c (terminated-since)
1: hired from 10; 15: terminated; 16: terminated, last day 30, keep the person | 17: terminated, last day 30, keep the person | employed 10–15 at once; access 10–14; then kept | repeats c
1: hired from 10; 5: terminated | 6: terminated, last day 30 | employed 10 withdrawn; no access | scheduled for 30; b: overtaken by c (terminated-since)
1: hired from 10; 15: terminated; 16: terminated, last day 30 | 17: cancelled | employed 10–; access 10– | in force; c: overtaken by d (termination-cancelled)
`,
  },
  {
    title: "Cancellations",
    text: `
A cancellation takes back the end of the newest employment whose start has come, and the ends and withdrawals of those
after it; if no start has come, of all. From then on, these are in the order of their starts. An identity provider takes
back only its own terminations since a hire of its own opened or moved an employment: these count as never said. If the
employment is over all the same, the cancellation is \`already-left\`.
`,
    rows: `
1: hired from 10; 12: terminated; 13: terminated by entra | 14: cancelled by entra | employed 10–12 at once; access 10–11; then deleted | overtaken by b (already-left); c: overtaken by d (termination-cancelled)
1: hired from 10; 12: terminated by entra; 13: terminated | 14: cancelled by entra | employed 10–13 at once; access 10–12; then deleted | overtaken by c (already-left); b: overtaken by d (termination-cancelled); c: in force
1: hired from 10; 12: terminated, last day 20; 15: terminated by entra | 16: cancelled by entra | employed 10–20; access 10–20; then deleted | in force; b: scheduled for 20; c: overtaken by d (termination-cancelled)
1: hired from 10; 12: terminated by entra; 13: terminated, last day 20 | 14: cancelled by entra | employed 10–20; access 10–20; then deleted | in force; b: overtaken by d (termination-cancelled)
1: hired from 10; 12: terminated by entra; 13: terminated by okta; 14: cancelled by entra | 15: cancelled by okta | employed 10–; access 10– | in force; c: overtaken by e (termination-cancelled); d: in force
1: hired from 10; 12: terminated by entra; 13: cancelled by entra | 14: terminated | employed 10–14 at once; access 10–13; then deleted | in force
1: hired from 10; 12: terminated by entra; 15: hired from 15 by entra; 20: terminated by entra | 21: cancelled by entra | employed 10–12 at once, 15–; access 10–11, 15– | in force; d: overtaken by e (termination-cancelled)
1: hired from 10; 12: terminated by entra; 13: hired by entra | 14: cancelled by entra | employed 10–; access 10– | in force; b: overtaken by d (termination-cancelled); c: repeats a
1: hired from 10; 12: terminated by entra; 13: hired from 11 by entra | 14: cancelled by entra | employed 10–10, 11–; access 10– | in force; b: overtaken by d (termination-cancelled); c: in force
1: hired from 10; 12: terminated by entra | 13: cancelled | employed 10–; access 10– | in force; b: overtaken by c (termination-cancelled)
1: hired from 10; 12: terminated | 13: cancelled by entra | employed 10–12 at once; access 10–11; then deleted | overtaken by b (already-left)
1: hired from 10; 12: terminated by entra; 13: cancelled by entra | 14: operator: c cancelled | employed 10–12 at once; access 10–11; then deleted | in force; b: in force; c: overtaken (cancelled-by-caller)
1: hired from 10 | 12: cancelled by entra | employed 10–; access 10– | in force, warning nothing-to-cancel
1: hired from 10; 12: terminated by entra; 13: operator: b rejected; 14: terminated by entra | 15: cancelled by entra | employed 10–; access 10– | in force; d: overtaken by e (termination-cancelled)
1: hired from 10; 11: terminated, last day 20 | 12: cancelled | employed 10–; access 10– | in force; b: overtaken by c (termination-cancelled)
1: hired from 10; 11: terminated, last day 20, keep the person | 400: cancelled | employed 10–; access 10– | in force
1: hired from 10; 11: terminated, last day 20; 12: hired from 30; 13: terminated, last day 40 | 35: cancelled | employed 10–20, 30–; access 10–20, 30– | in force; d: overtaken by e (termination-cancelled)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30; 13: terminated, last day 40 | 15: cancelled | employed 10–29, 30–; access 10– | in force; b: overtaken by e (termination-cancelled); d: overtaken by e (termination-cancelled)
1: hired from 10; 11: hired from 30; 15: terminated | 16: cancelled | employed 10–29, 30–; access 10– | in force; c: overtaken by d (termination-cancelled)
1: hired from 10 | 12: cancelled | employed 10–; access 10– | in force, warning nothing-to-cancel
1: hired from 10; 14: terminated, last day 8 | 15: cancelled | employed 10–; access 10– | in force; b: overtaken by c (termination-cancelled)
1: hired from 10; 11: terminated, last day 20; 12: cancelled | 13: terminated, last day 20 | employed 10–20; access 10–20; then deleted | scheduled for 20
1: hired from 10; 11: hired from 30; 12: terminated; 13: hired from 20 | 14: cancelled | employed 10–19, 20–29, 30–; access 10– | in force; c: overtaken by e (termination-cancelled)
1: hired from 10; 11: hired from 30; 12: terminated; 13: hired from 20; 14: cancelled | 15: terminated, last day 25 | employed 10–19, 20–25, 30–; access 10–25, 30– | scheduled for 25
1: hired from 10; 5: terminated, last day 20; 6: hired from 30; 15: terminated | 35: cancelled | employed 10–15 at once, 30–; access 10–14, 30– | in force; d: overtaken by e (termination-cancelled)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30; 13: terminated, last day 40 | 30: cancelled | employed 10–20, 30–; access 10–20, 30– | in force; d: overtaken by e (termination-cancelled)
`,
  },
  {
    title: "Suspensions",
    text: `
A suspension belongs to the employment that goes on on its \`from\`, or on its own day if that is later; else to the
next one that was known when it was said; else it has no effect. It goes on over employments that join, and ends with
the last. It replaces earlier ones that it overlaps. Of one that has begun, the days before the new \`from\` stay. An
earlier one without \`until\` is replaced only by one from the same day. The same suspension again is no repetition if
the first one has no effect, or has ended with its employments. A resumption ends all suspensions that were said before
it. If an identity provider resumes, its own suspensions count as never said, and the others stay.
`,
    rows: `
1: hired from 10; 12: suspended by entra; 13: resumed by entra | 14: operator: c cancelled | employed 10–; access 10–11 | in force; b: in force; c: overtaken (cancelled-by-caller)
1: hired from 10; 12: suspended; 13: suspended by entra | 14: resumed by entra | employed 10–; access 10–11 | in force, ends c; c: overtaken by d (changed-since)
1: hired from 10; 12: suspended by entra; 13: suspended | 14: resumed by entra | employed 10–; access 10–12 | in force, ends b; b: overtaken by d (changed-since); c: in force
1: hired from 10; 12: suspended by entra | 14: resumed by okta | employed 10–; access 10–11 | in force
1: hired from 10; 12: suspended by entra; 13: suspended | 14: resumed | employed 10–; access 10– | in force, ends b; b: overtaken by d (changed-since)
1: hired from 10 | 12: suspended from 15 until 20 | employed 10–; access 10–14, 21– | scheduled for 15
1: hired from 10 | 12: suspended | employed 10–; access 10–11 | in force
1: hired from 10; 12: suspended | 13: suspended | employed 10–; access 10–11 | repeats b
1: hired from 10; 12: suspended; 15: terminated; 25: hired from 25 | 27: suspended | employed 10–15 at once, 25–; access 10–11, 25–26 | in force
1: hired from 10; 12: suspended; 15: terminated, last day 20; 16: hired from 21 | 27: suspended | employed 10–20, 21–; access 10–11 | repeats b
1: hired from 10; 12: suspended | 15: resumed | employed 10–; access 10– | in force, ends b; b: overtaken by c (changed-since)
1: hired from 10; 12: suspended from 15 until 20; 13: suspended from 30 | 14: resumed | employed 10–; access 10– | in force, ends b, c; b: overtaken by d (changed-since); c: overtaken by d (changed-since)
1: hired from 10; 12: suspended from 15 until 20 | 13: suspended from 30 until 40 | employed 10–; access 10–14, 21–29, 41– | scheduled for 30
1: hired from 10; 12: suspended from 15 until 30 | 13: suspended from 20 until 25 | employed 10–; access 10–19, 26– | scheduled for 20; b: overtaken by c (changed-since)
1: hired from 10; 12: suspended from 15 until 30 | 18: suspended from 20 until 25 | employed 10–; access 10–14, 26– | scheduled for 20
1: hired from 10; 12: suspended from 15 | 18: suspended from 20 until 25 | employed 10–; access 10–14 | scheduled for 20
1: hired from 10; 12: suspended from 15 | 18: suspended from 15 until 25 | employed 10–; access 10–14, 26– | in force; b: overtaken by c (changed-since)
1: hired from 10 | 18: suspended from 12 until 15 | employed 10–; access 10– | overtaken (expired)
1: hired from 10 | 5: suspended | employed 10–; no access | in force
1: hired from 10; 5: suspended until 15 | 6: terminated, last day 20 | employed 10–20; access 16–20; then deleted | scheduled for 20
5: suspended | 6: hired from 3 | employed 3–; access 3–4 | in force; a: in force
1: hired from 10; 11: terminated, last day 20; 12: suspended from 15 | 13: hired from 21 | employed 10–20, 21–; access 10–14 | scheduled for 21
1: hired from 10; 11: terminated, last day 20; 12: suspended from 15 | 22: hired from 30 | employed 10–20, 30–; access 10–14, 30– | scheduled for 30
1: hired from 10; 11: terminated, last day 20; 22: hired from 30 | 23: suspended | employed 10–20, 30–; access 10–20 | in force
setting accept; 1: hired from 10; 2: suspended; 10: terminated, last day 9 | 10: hired | employed 10 ended at once, 10–; access 10– | in force
1: hired from 10; 11: terminated, last day 20 | 25: suspended | employed 10–20; access 10–20; then deleted | overtaken (not-active)
1: suspended; 1: operator: a rejected; 9: adopted | 9: suspended | employed 1–; access 9– | needs a decision (repeated-after-ruling)
4: suspended; 9: hired | 9: suspended | employed 9–; no access | repeats a
1: suspended; 5: suspended | 6: hired from 3 | employed 3–; no access | in force; a: in force; b: repeats a
1: hired from 10; 11: terminated, last day 20; 25: suspended; 26: cancelled | 27: suspended | employed 10–; access 10–24 | repeats c
1: hired from 10; 11: terminated, last day 20; 25: suspended; 26: hired from 27 | 27: suspended | employed 10–20, 27–; access 10–20 | in force
1: hired from 10; 11: terminated, last day 20; 25: suspended | 26: hired from 25 | employed 10–20, 25–; access 10–20 | in force; c: in force
1: hired from 10; 12: suspended; 15: terminated, last day 20 | 16: resumed | employed 10–20; access 10–20; then deleted | in force, ends b; b: overtaken by d (changed-since)
1: hired from 10; 12: suspended; 15: terminated, last day 20 | 22: resumed | employed 10–20; access 10–20; then deleted | in force, ends b; b: overtaken by d (changed-since)
1: hired from 10; 12: suspended until 20; 13: suspended until 20 | 14: resumed | employed 10–; access 10– | in force, ends b; b: overtaken by d (changed-since)
1: hired from 10; 11: hired from 20; 12: terminated, last day 25; 13: suspended from 15 | 22: hired from 30 | employed 10–19, 20–25, 30–; access 10–14, 30– | scheduled for 30
1: hired from 10; 2: terminated, last day 20; 3: hired from 30 | 25: suspended until 35 | employed 10–20, 30–; access 10–20, 36– | in force
1: hired from 10 | 15: suspended from 12 until 15 | employed 10–; access 10–11, 16– | in force
1: hired from 10; 12: suspended until 15 | 15: resumed | employed 10–; access 10– | in force, ends b; b: overtaken by c (changed-since)
1: hired from 10; 11: terminated, last day 20; 12: hired from 30 | 25: suspended from 15 until 35 | employed 10–20, 30–; access 10–20, 36– | in force
1: hired from 10; 11: terminated, last day 20 | 12: suspended from 20 | employed 10–20; access 10–19; then deleted | scheduled for 20
1: hired from 10 | 2: suspended from 10 until 12 | employed 10–; access 13– | scheduled for 10
1: hired from 10 | 2: suspended until 9 | employed 10–; access 10– | overtaken (not-active)
1: hired from 10 | 2: suspended until 10 | employed 10–; access 11– | in force
1: hired from 10; 12: suspended from 15 until 20 | 13: suspended from 15 until 20 | employed 10–; access 10–14, 21– | repeats b
1: hired from 10; 12: suspended from 15 until 20 | 13: suspended from 16 until 20 | employed 10–; access 10–15, 21– | scheduled for 16; b: overtaken by c (changed-since)
1: hired from 10; 12: suspended from 11 | 13: suspended | employed 10–; access 10 | in force
1: hired from 10; 12: suspended from 15 until 20 | 13: suspended from 20 until 25 | employed 10–; access 10–19, 26– | scheduled for 20; b: overtaken by c (changed-since)
1: hired from 10; 12: suspended from 20 until 25 | 13: suspended from 15 until 18 | employed 10–; access 10–14, 19, 26– | scheduled for 15
1: hired from 10; 12: suspended from 20 until 25 | 13: suspended from 15 until 20 | employed 10–; access 10–14, 21– | scheduled for 15; b: overtaken by c (changed-since)
1: hired from 10; 12: suspended from 15 until 30 | 15: suspended from 20 until 25 | employed 10–; access 10–14, 26– | scheduled for 20
1: hired from 10; 12: suspended from 15 until 30 | 15: suspended from 16 until 25 | employed 10–; access 10–14, 26– | scheduled for 16
1: hired from 10; 12: suspended from 14 until 30; 15: suspended from 20 until 25 | 16: suspended from 14 until 30 | employed 10–; access 10–13, 31– | in force; b: overtaken by d (changed-since); c: overtaken by d (changed-since)
1: hired from 10; 12: suspended from 14 until 30; 15: suspended from 20 until 25 | 20: resumed | employed 10–; access 10–13, 20– | in force, ends c; c: overtaken by d (changed-since)
`,
  },
  {
    title: "Rulings",
    text: `
A ruling of an operator is about a statement and its repetitions at that time, even if these arrive later. After a
rejection or a cancellation, a repetition (the same start, last day, or days of a suspension) changes nothing, and asks
once. This ends when a different statement on the same matter comes. If a hire, termination or suspension is cancelled,
what it had replaced does not count again, and a later end that has its terms does not count. If it is rejected, both
count.
`,
    rows: `
1: hired from 10; 11: terminated, last day 12 | 12: operator: b rejected | employed 10–; access 10– | in force; b: overtaken (rejected)
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected | 13: terminated, last day 12 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (repeated-after-ruling)
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected; 13: terminated, last day 12 | 14: terminated, last day 12 | employed 10–; access 10–; nobody is enabled until the decision | repeats d
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected; 13: terminated, last day 12 | 14: operator: d released | employed 10–12; access 10–12; then deleted | in force; d: in force
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected | 13: terminated, last day 14 | employed 10–14; access 10–14; then deleted | scheduled for 14
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected; 13: hired from 10 | 14: terminated, last day 12 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (repeated-after-ruling)
1: hired from 10; 11: changed with /phone; 12: operator: b rejected | 13: changed with /title | employed 10–; access 10– | in force
4: hired from 8 by kiosk without offboard; 1: hired from 10; 2: terminated, last day 12; 3: operator: c rejected | 5: terminated, last day 12 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (repeated-after-ruling)
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected; 13: changed with /phone | 14: terminated, last day 12 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (repeated-after-ruling)
5: hired from 10; 6: hired; 7: operator: a cancelled; 8: hired from 10; 9: hired from 8 | 10: operator: d rejected | employed 8–; access 8– | in force; d: overtaken (rejected)
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected; 13: cancelled | 14: terminated, last day 12 | employed 10–12; access 10–12; then deleted | in force
1: hired from 10; 11: terminated, last day 12, grace 30 | 13: operator: b kept | employed 10–12; access 10–12; then kept | in force
1: hired from 10; 11: terminated, last day 12, grace 30 | 13: operator: b delete-now | employed 10–12; access 10–12; then deleted | in force
1: hired from 10; 12: suspended | 13: operator: b rejected | employed 10–; access 10– | in force; b: overtaken (rejected)
1: hired from 10; 12: suspended; 13: operator: b rejected | 14: suspended | employed 10–; access 10– | needs a decision (repeated-after-ruling)
1: hired from 10 | 2: operator: a cancelled | no employment; no access | in force; a: overtaken (cancelled-by-caller)
1: hired from 10; 2: operator: a cancelled | 3: hired from 10 | no employment; no access | needs a decision (repeated-after-ruling)
1: hired from 10; 2: hired from 20 | 3: operator: b cancelled | no employment; no access | in force; a: overtaken (cancelled-by-caller); b: overtaken (cancelled-by-caller)
1: hired from 10; 2: hired from 20 | 3: operator: b rejected | employed 10–; access 10– | in force; a: scheduled for 10; b: overtaken (rejected)
1: hired from 10; 2: hired from 20; 3: operator: b cancelled | 4: hired from 20 | no employment; no access | needs a decision (repeated-after-ruling)
1: hired from 10; 2: hired from 20; 3: terminated, last day 40; 4: hired from 30; 5: operator: d cancelled | 6: hired from 35 | employed 35–40; access 35–40; then deleted | scheduled for 35; c: scheduled for 40
1: hired from 10; 12: terminated, last day 20, keep the person; 21: terminated on usual terms, grace 7 by entra | 40: operator: b cancelled | employed 10–; access 10– | in force; b: overtaken (cancelled-by-caller); c: overtaken (cancelled-by-caller)
1: hired from 10; 12: terminated, last day 20, grace 7; 21: operator: b kept; 22: terminated on usual terms | 40: operator: b cancelled | employed 10–; access 10– | in force; b: overtaken (cancelled-by-caller); d: overtaken (cancelled-by-caller)
1: hired from 10; 12: terminated, last day 20, keep the person; 21: terminated on usual terms | 40: operator: c cancelled | employed 10–; access 10– | in force; c: overtaken (cancelled-by-caller)
1: hired from 10; 12: terminated, last day 20, keep the person; 22: hired from 40; 30: terminated on usual terms | 41: operator: b cancelled | employed 10–39, 40–; access 10– | in force; b: overtaken (cancelled-by-caller); d: overtaken (cancelled-by-caller)
1: hired from 10; 11: terminated, last day 20; 12: terminated, last day 30 | 13: operator: c cancelled | employed 10–; access 10– | in force; c: overtaken (cancelled-by-caller)
1: hired from 10; 11: terminated, last day 20; 12: terminated, last day 30 | 13: operator: c rejected | employed 10–20; access 10–20; then deleted | in force; b: scheduled for 20; c: overtaken (rejected)
1: hired from 10; 11: terminated, last day 20; 12: terminated, last day 30; 13: operator: c cancelled | 14: terminated, last day 20 | employed 10–20; access 10–20; then deleted | scheduled for 20
1: hired from 10; 12: terminated, last day 30; 13: operator: b cancelled | 11: terminated, last day 20 | employed 10–; access 10– | overtaken by b (terminated-since)
1: hired from 10; 15: terminated, grace 30; 16: terminated, grace 40 | 17: operator: c cancelled | employed 10–; access 10– | in force; c: overtaken (cancelled-by-caller)
1: hired from 10; 11: hired from 30; 15: terminated, grace 30; 16: terminated, grace 40 | 17: operator: d cancelled | employed 10–29, 30–; access 10– | in force; d: overtaken (cancelled-by-caller)
1: hired from 10; 11: hired from 30; 15: terminated; 16: terminated, last day 40 | 17: operator: d cancelled | employed 10–29, 30–; access 10– | in force; d: overtaken (cancelled-by-caller)
1: hired from 10; 12: suspended until 40; 12: suspended until 30 | 13: operator: c cancelled | employed 10–; access 10– | in force; c: overtaken (cancelled-by-caller)
1: hired from 10; 12: suspended until 40; 13: suspended until 30 | 14: operator: c cancelled | employed 10–; access 10–11, 13– | in force; c: overtaken (cancelled-by-caller)
1: hired from 10; 15: suspended from 15 until 30; 16: suspended from 20 until 25 | 17: operator: c cancelled | employed 10–; access 10–14, 20– | in force; c: overtaken (cancelled-by-caller)
1: hired from 10; 14: terminated, last day 8; 15: suspended | 16: resumed | employed 10–; access 10–; nobody is enabled until the decision | in force, ends c; c: overtaken by d (changed-since)
1: hired from 10; 2: operator: a cancelled; 3: hired from 10 | 4: hired from 12 | employed 12–; access 12– | scheduled for 12
1: terminated, last day 20; 2: operator: a rejected | 3: terminated, last day 20 | no employment; no access | needs a decision (repeated-after-ruling)
1: terminated; 2: operator: a rejected; 3: hired | 4: terminated | employed 3–4 at once; access 3; then deleted | in force
1: terminated, last day 20; 2: operator: a rejected; 3: terminated, last day 20 | 4: hired from 10 | employed 10–; access 10–; nobody is enabled until the decision | scheduled for 10
1: terminated, last day 3; 1: operator: a rejected; 1: terminated, last day 3; 1: adopted | 1: terminated, last day 3 | employed 1–; access 1–; nobody is enabled until the decision | repeats c
1: terminated, grace 0; 1: operator: a rejected; 1: terminated, grace 30 | 1: adopted | employed 1–1 at once; no access; then deleted after 30 days | in force; c: in force
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected | 10: terminated, last day 12 | employed 10–; access 10– | overtaken (rejected)
1: hired from 10; 12: suspended; 12: operator: b rejected | 12: suspended at 7:00 | employed 10–; access 10– | overtaken (rejected)
1: hired from 10; 12: terminated, grace 30; 13: operator: b kept | 12: terminated, grace 30 at 7:00 | employed 10–12 at once; access 10–11; then kept | in force; b: repeats d
1: hired from 4; 1: terminated, grace 30; 14: hired; 15: terminated, last day 3; 16: operator: d rejected; 17: hired | 18: terminated, last day 3 | employed 4 withdrawn; no access | needs a decision (repeated-after-ruling)
1: hired from 10; 11: terminated, last day 20; 25: hired; 26: operator: c repeats | 24: hired | employed 10–20; access 10–20; then deleted | repeats a
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected | 12: terminated, last day 12 at 7:00 | employed 10–; access 10– | overtaken (rejected)
1: hired from 10; 11: terminated, last day 12; 11: suspended; 12: operator: b rejected; 12: operator: c rejected; 13: terminated, last day 14 | 14: suspended | employed 10–14; access 10–14; then deleted | needs a decision (repeated-after-ruling)
1: hired from 10; 12: suspended; 13: operator: b rejected; 14: resumed | 15: suspended | employed 10–; access 10–14 | in force
1: hired from 10; 12: terminated; 12: operator: b rejected; 13: terminated | 14: terminated, last day 20 | employed 10–20; access 10–20; then deleted | scheduled for 20; d: overtaken by e (terminated-since)
1: hired from 10; 11: terminated, last day 12; 12: operator: b rejected; 13: terminated, last day 12; 14: hired from 30 | 15: terminated, last day 12 | employed 10–29, 30–; access 10– | repeats d
1: hired from 10; 14: terminated, last day 8; 15: operator: b rejected | 16: terminated, last day 8 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (repeated-after-ruling)
1: hired from 10; 14: terminated, last day 8; 15: operator: b rejected; 16: terminated, last day 7 | 17: terminated, last day 8 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (last-day-before-start); d: overtaken by e (terminated-since)
1: hired from 10; 11: terminated, last day 12; 12: terminated, last day 12; 13: operator: c rejected | 14: terminated, last day 12 | employed 10–; access 10–; nobody is enabled until the decision | needs a decision (repeated-after-ruling)
1: terminated, last day 20; 2: terminated, last day 20; 3: operator: b rejected | 4: hired from 10 | employed 10–20; access 10–20; then deleted | scheduled for 10; a: scheduled for 20
1: terminated, last day 20; 2: terminated, last day 3; 3: terminated, last day 20; 4: hired from 10 | 5: operator: c rejected | employed 10–; access 10– | in force; a: overtaken (rejected); c: overtaken (rejected)
`,
  },
  {
    title: "Callers without the scope `offboard`",
    text: `
Such a caller opens an employment only for an employee without a person and with none to come, and moves only a start
that it was the last to say. Anything else but a repetition needs attention and changes nothing. The person counts as
seen when the event arrived, and what was said as of the time of the event. A statement that needed attention when it
arrived stays so and changes nothing. A later one that says the same repeats it.
`,
    rows: `
 | 5: hired from 10 by kiosk without offboard | employed 10–; access 10– | scheduled for 10
5: hired from 10 by kiosk without offboard | 6: hired from 12 by kiosk without offboard | employed 12–; access 12– | scheduled for 12; a: overtaken by b (hired-since)
5: hired from 10 by kiosk without offboard; 6: hired from 11 | 7: hired from 12 by kiosk without offboard | employed 11–; access 11– | needs a decision (scope-missing)
5: hired from 10 by kiosk without offboard; 6: hired from 11 | 7: hired from 11 by kiosk without offboard | employed 11–; access 11– | repeats b
5: hired from 10 by kiosk without offboard; 6: hired from 11; 7: hired from 11 by kiosk without offboard | 8: hired from 12 by kiosk without offboard | employed 12–; access 12– | scheduled for 12; b: overtaken by d (hired-since)
1: hired from 10; person enabled | 12: hired from 20 by kiosk without offboard | employed 10–; access 10– | needs a decision (scope-missing)
1: hired from 10; person enabled; 11: terminated, last day 20; person disabled | 25: hired from 22 by kiosk without offboard | employed 10–20; access 10–20; then deleted | needs a decision (scope-missing)
1: hired from 10; person enabled; 11: terminated, last day 20; person gone | 25: hired from 22 by kiosk without offboard | employed 10–20, 22–; access 10–20, 22– | in force
5: hired from 10; person enabled; 3: hired from 12 by kiosk without offboard | 6: operator: b rejected | employed 10–; access 10– | in force; b: overtaken (rejected)
1: hired from 10; person enabled | 12: hired from 10 by kiosk without offboard | employed 10–; access 10– | repeats a
1: hired from 10; 2: terminated, last day 15 | 3: hired from 20 by kiosk without offboard | employed 10–15; access 10–15; then deleted | needs a decision (scope-missing)
setting accept; 1: hired; person enabled; 5: hired by kiosk without offboard | 3: terminated | employed 1–3 at once; access 1–2; then deleted | in force; b: needs a decision (scope-missing)
5: hired from 10 by kiosk without offboard; 7: hired from 12 by kiosk without offboard | 6: hired from 11 | employed 11–; access 11– | scheduled for 11; a: overtaken by c (hired-since); b: needs a decision (scope-missing)
setting accept; 1: hired; person enabled; 5: hired by kiosk without offboard; 3: terminated | 6: hired from 4 | employed 1–3 at once, 4–; access 1– | in force
1: hired from 10; 11: terminated, last day 20; person gone; 25: hired from 30 | 26: hired from 28 by kiosk without offboard | employed 10–20, 30–; access 10–20, 30– | needs a decision (scope-missing)
1: hired from 10; 11: terminated, last day 20; 24: hired; 25: operator: c repeats; person disabled; 26: hired from 30 by kiosk without offboard | 27: hired | employed 10–20; access 10–20; then deleted | repeats a
3: terminated, last day 20; person enabled | 5: hired from 10 by kiosk without offboard | no employment; no access | needs a decision (scope-missing)
person enabled | 5: adopted by kiosk without offboard | no employment; no access | needs a decision (scope-missing)
1: hired from 10; person enabled; 12: hired from 20 by kiosk without offboard | 13: hired from 20 by kiosk without offboard | employed 10–; access 10– | repeats b
1: hired from 10; person enabled; 12: hired from 20 by kiosk without offboard; 13: operator: b rejected | 14: hired from 20 by kiosk without offboard | employed 10–; access 10– | needs a decision (scope-missing)
5: hired from 10 by kiosk without offboard; 6: hired from 11; 7: hired from 12 by kiosk without offboard | 8: operator: b rejected | employed 10–; access 10– | in force; a: scheduled for 10; b: overtaken (rejected)
`,
  },
  {
    title: "Late and lost",
    text: `
Events count by their own time, in any order of arrival. After a deletion began, only a next employment gives access.
What is older than 90 days before the oldest statement kept is \`too-old\`. Before the first hire or adoption, other
events wait for it, and are read after it.
`,
    rows: `
5: hired from 10; 15: terminated | 12: cancelled | employed 10–15 at once; access 10–14; then deleted | in force, warning nothing-to-cancel
5: hired from 10; person enabled; 15: terminated; person gone | 16: cancelled | employed 10–15 at once; access 10–14; then deleted | needs a decision (deletion-began)
note each cancellation asks; 5: hired from 10; person enabled; 15: terminated; person gone; 16: cancelled | 17: cancelled | employed 10–15 at once; access 10–14; then deleted | needs a decision (deletion-began)
5: hired from 10; person enabled; 15: terminated; person being deleted | 16: hired from 16 | employed 10–15 at once, 16–; access 10– | in force
200: hired from 210 | 50: terminated | employed 210–; access 210– | overtaken (too-old)
200: hired from 210 | 120: terminated, last day 220 | employed 210–220; access 210–220; then deleted | scheduled for 220
 | 5: terminated | no employment; no access | needs a decision (unknown-employee)
 | 5: suspended | no employment; no access | needs a decision (unknown-employee)
 | 5: changed with /phone | no employment; no access | needs a decision (unknown-employee)
 | 5: resumed | no employment; no access | needs a decision (unknown-employee)
 | 5: cancelled | no employment; no access | needs a decision (unknown-employee)
15: terminated | 5: hired from 10 | employed 10–15 at once; access 10–14; then deleted | scheduled for 10; a: in force
12: hired from 15; 13: terminated, last day 30 | 10: hired from 10 | employed 10–14, 15–30; access 10–30; then deleted | in force
5: hired from 10; person enabled; 15: terminated, last day 14; person being deleted | 16: terminated, last day 40 | employed 10–14; access 10–14; then deleted | needs a decision (deletion-began)
5: hired from 10; person enabled; 15: terminated, last day 14; person gone | 16: operator: b rejected | employed 10–14; access 10–14; then deleted | in force
200: hired from 210 at 9:00 | 110: terminated, last day 220 at 9:00 | employed 210–220; access 210–220; then deleted | scheduled for 220
5: hired from 10; person enabled; 12: suspended; 15: terminated; person gone | 16: cancelled | employed 10–15 at once; access 10–11; then deleted | needs a decision (deletion-began)
note a termination that comes too late takes no later one away; 3: hired from 4; 9: hired from 12; 13: terminated, last day 3; person gone | 3: terminated, last day 3 at 12:00 | employed 4–11, 12 ended at once; access 4–11; then deleted | needs a decision (deletion-began)
5: hired from 10; person enabled; 15: terminated, last day 14; person being deleted; 16: terminated, last day 40 | 17: terminated, last day 40 | employed 10–14; access 10–14; then deleted | repeats c
1: hired from 4; 2: terminated, last day 9; person being deleted; 10: operator: d cancelled | 2: terminated, last day 9 at 7:00 | employed 4–9; access 4–9; then deleted | overtaken (cancelled-by-caller)
`,
  },
  {
    title: "Same time",
    text: `
At the same event time: hired, adopted, changed, resumed, suspended, terminated, termination_cancelled. Of two of one
kind, the one that gives less access comes last.
`,
    rows: `
5: terminated at 9:00 | 5: hired at 9:00 | employed 5–5 at once; no access; then deleted | in force; a: in force
5: hired from 20 at 9:00 | 5: hired from 10 at 9:00 | employed 20–; access 20– | overtaken by a (hired-since)
1: hired from 10; 11: terminated, last day 20 at 9:00 | 11: terminated, last day 30 at 9:00 | employed 10–20; access 10–20; then deleted | overtaken by b (terminated-since)
1: hired from 10; 11: terminated, last day 20 at 9:00 | 11: terminated at 9:00 | employed 10–11 at once; access 10; then deleted | in force; b: overtaken by c (terminated-since)
1: hired from 10; 11: terminated at 9:00 | 11: cancelled at 9:00 | employed 10–; access 10– | in force; b: overtaken by c (termination-cancelled)
1: hired from 10; 11: suspended at 9:00 | 11: resumed at 9:00 | employed 10–; access 10 | in force
1: hired from 10; 11: suspended at 9:00 | 11: suspended until 20 at 9:00 | employed 10–; access 10 | overtaken by b (changed-since)
1: hired from 10; 11: suspended until 20 at 9:00 | 11: suspended from 15 until 20 at 9:00 | employed 10–; access 10, 21– | overtaken by b (changed-since)
1: hired from 10; 11: terminated, last day 20 at 9:00 | 11: terminated, last day 20, keep the person at 9:00 | employed 10–20; access 10–20; then kept | scheduled for 20; b: repeats c
1: hired from 10; 11: terminated at 9:00 | 11: terminated, grace 30 at 9:00 | employed 10–11 at once; access 10; then deleted | overtaken by b (terminated-since)
1: hired from 10; 11: terminated at 9:00 | 11: terminated, keep the person at 9:00 | employed 10–11 at once; access 10; then deleted | overtaken by b (terminated-since)
1: hired from 10 at 9:00 | 1: hired from 10 at 9:00 | employed 10–; access 10– | repeats a
1: hired at 9:00 | 1: hired from 10 at 9:00 | employed 1–9, 10–; access 1– | scheduled for 10
1: hired; 5: resumed at 9:00 | 5: resumed at 9:00 | employed 1–; access 1– | in force
`,
  },
  {
    title: "Whole histories",
    text: `
Histories as they happen. Most follow from several rules.
`,
    rows: `
note a transfer on the same day, all of it repeated; 1: hired from 10; 11: terminated, last day 20; 12: hired from 20; 13: terminated, last day 20; 14: hired from 20; 20: hired from 10; 21: terminated, last day 20 | 21: hired from 20 | employed 10–20, 20–; access 10– | repeats c
note the transfer is said by the hire first; 1: hired from 10; 11: hired from 30; 12: terminated, last day 30; 31: hired from 30; 32: hired from 10 | 33: terminated, last day 30 | employed 10–30, 30–; access 10– | repeats c
note a transfer into a fixed term; 1: hired from 10; 11: hired from 30; 12: terminated, last day 29 | 13: terminated, last day 60 | employed 10–29, 30–60; access 10–60; then deleted | scheduled for 60
note the person leaves before a fixed term; 1: hired from 10; 11: hired from 30; 12: terminated, last day 60 | 13: terminated, last day 20 | employed 10–20, 30 withdrawn; access 10–20; then deleted | scheduled for 20; c: overtaken by d (terminated-since)
note a fixed term made permanent by a cancellation; 1: hired from 10; 2: terminated, last day 40 | 30: cancelled | employed 10–; access 10– | in force; b: overtaken by c (termination-cancelled)
note a fixed term made permanent by the next contract; 1: hired from 10; 2: terminated, last day 40 | 30: hired from 41 | employed 10–40, 41–; access 10– | scheduled for 41
note a no-show; 1: hired from 10 | 11: terminated, last day 9 | employed 10 ended at once; no access; then deleted | in force
note a no-show after a gap; 1: hired from 3; 2: terminated, last day 5; 6: hired from 10 | 11: terminated, last day 9 | employed 3–5, 10 ended at once; access 3–5; then deleted | in force
note a dismissal, then the formal last day; 1: hired from 10; 15: terminated | 16: terminated, last day 31, grace 30 | employed 10–15 at once; access 10–14; then deleted after 30 days | scheduled for 31; b: overtaken by c (terminated-since)
note an old termination replayed; 1: hired from 10; 11: terminated, last day 20; 25: hired from 30 | 40: terminated, last day 20 | employed 10–20, 30–; access 10–20, 30– | repeats b
note an old termination replayed after a rehire without a gap; 1: hired from 10; 11: terminated, last day 20; 20: hired from 21 | 40: terminated, last day 20 | employed 10–20, 21–; access 10– | repeats b
note a last day before the first load; 10: hired | 11: terminated, last day 5 | employed 10 ended at once; no access; then deleted | in force
note the feed repeats the current contract while the next one is planned; 1: hired from 10; 11: hired from 30; 12: hired from 10; 13: hired from 30 | 14: hired from 10 | employed 10–29, 30–; access 10– | repeats a
note a daily feed after a withdrawal; 1: hired from 10; 5: terminated; 6: hired from 10 | 7: hired from 10 | employed 10 withdrawn; no access | repeats a
note a daily feed without a start after a withdrawal; 1: hired from 10; 5: terminated; 6: hired; 9: hired | 10: hired | employed 10 withdrawn; no access | repeats d
note a suspension over joined contracts; 1: hired from 10; 11: terminated, last day 20; 12: hired from 21; 13: suspended from 18 | 30: terminated, last day 40 | employed 10–20, 21–40; access 10–17; then deleted | scheduled for 40
note a suspension and a rehire; 1: hired from 10; 15: suspended; 16: terminated, last day 20 | 25: hired from 30 | employed 10–20, 30–; access 10–14, 30– | scheduled for 30
note two leaves said ahead; 1: hired from 10; 11: suspended from 20 until 25; 12: suspended from 40 until 45 | 30: resumed | employed 10–; access 10–19, 26– | in force, ends c; c: overtaken by d (changed-since)
note a short leave in an open suspension; 1: hired from 10; 11: suspended; 12: suspended from 20 until 25 | 26: hired from 10 | employed 10–; access 10 | repeats a
note two callers disagree about a start; 1: hired from 10; 2: hired from 12 by payroll; 3: hired from 10 | 4: hired from 12 by payroll | employed 12–; access 12– | scheduled for 12; c: overtaken by d (hired-since)
note a dismissal on the day of a transfer is cancelled, and the old contract said again; 1: hired from 4; 4: hired from 9; 4: terminated, last day 9; 9: terminated; 9: cancelled | 9: terminated, last day 9 | employed 4–9, 9–; access 4– | repeats c
note the latest of two dismissals on the day of a transfer counts; 1: terminated, last day 9; 1: hired; 1: hired from 9; 9: terminated, keep the person | 9: terminated, grace 30 | employed 1–9, 9–9 at once; access 1–8; then deleted after 30 days | in force; d: overtaken by e (terminated-since)
note termination and rehire before the first move; 1: hired from 10; 12: terminated | 13: hired from 13 | employed 10–12 at once, 13–; access 10– | in force
note a cancellation years after an end that was kept; 1: hired from 10; 12: terminated, keep the person | 390: cancelled | employed 10–; access 10– | in force
note a transfer across zones, said late; 1: hired from 10 in Sydney; 11: terminated, last day 20 in Sydney | 22: hired from 21 in Honolulu | employed 10–20, 21–; access 10– | in force
note a hire, its end and a rehire in one day; 10: hired from 10; 10: terminated | 10: hired from 10 | employed 10–10 at once; no access; then deleted | repeats a
note all that is known comes in the wrong order; 20: terminated, last day 30; 12: suspended until 15; 25: cancelled | 1: hired from 10 | employed 10–; access 10–11, 16– | scheduled for 10; a: overtaken by c (termination-cancelled); b: in force; c: in force
1: hired from 10; 14: terminated, last day 8; 15: hired from 20 | 16: terminated, last day 19 | employed 10–19, 20–; access 10– | scheduled for 19; b: overtaken by d (terminated-since)
`,
  },
];

/** What is done before the start: history | day | person | move. */
export const movesBefore: Rule = {
  title: "Before the start",
  text: `
With the setting \`createDaysBefore\`, the person of an employment to come is created so many days before its start:
disabled, with what counts on that day. On the start day the person is enabled. What is wanted of a person who had an
earlier employment stays as it is. A person who never had access stays as long as an employment is to come, also if its
start moves; changes are written. If none is to come any more, this person is deleted without a grace period, within the
limit of deletions, unless the termination keeps the person.
`,
  rows: `
setting created 5 days before; 1: hired from 10 | day 4 | none | wait until 5
setting created 5 days before; 1: hired from 10 with /phone; 2: changed from 8 with /phone | day 5 | none | create disabled /phone of b
setting created 5 days before; 1: hired from 10 | day 5 | unsure of create | confirm
setting created 5 days before; 1: hired from 10 | day 6 | created by a | wait until 10
setting created 5 days before; 1: hired from 10 | day 10 | created by a | enable
setting created 5 days before; 1: hired from 10 | day 10 | none | create
setting created 5 days before; 1: hired from 10; 6: changed with /phone | day 6 | created by a | change /phone of b
setting created 5 days before; 1: hired from 10; 6: changed with /username | day 6 | created by a | ask the limit rename
setting created 5 days before; 1: hired from 10; 6: hired from 30 | day 6 | created by a | wait until 25
setting created 5 days before; 1: hired from 10; 6: hired from 30 | day 6 | enabled; disable passed | disable for not-begun
setting created 5 days before; 1: hired from 10; 6: hired from 6 | day 6 | created by a | enable
setting created 5 days before; 1: hired from 10; 6: terminated, grace 30 | day 6 | created by a | ask the limit delete
setting created 5 days before; 1: hired from 10; 6: terminated, grace 30 | day 6 | created by a; delete passed | delete
setting created 5 days before; 1: hired from 10; 6: terminated, grace 30 | day 6 | created by a; delete held | nothing (deletion-limit)
setting created 5 days before; 1: hired from 10; 6: terminated, grace 30; 6: changed with /phone | day 6 | created by a; delete held | change /phone of c
setting created 5 days before; 1: hired from 10; 6: terminated, keep the person | day 6 | created by a | nothing
setting created 5 days before; 1: hired from 10; 6: terminated, keep the person; 6: changed with /phone | day 6 | created by a | change /phone of c
setting created 5 days before; 1: hired from 10; 6: terminated; 7: cancelled | day 7 | gone | create disabled
setting created 5 days before; 1: hired from 10; 6: operator: a cancelled | day 6 | created by a; delete passed | delete
setting created 5 days before; 1: hired from 10; 6: operator: a cancelled; 7: operator: a released delete | day 7 | created by a; delete held | delete
setting created 5 days before; 1: hired from 10; 6: suspended until 15 | day 12 | created by a | wait until 16
setting created 5 days before; 1: hired from 10; 6: suspended until 15 | day 16 | created by a | enable
setting created 5 days before; 1: hired from 10; 12: terminated, grace 30 | day 12 | created by a; delete passed | delete
setting created 5 days before; 1: hired from 10; 11: terminated, last day 20, grace 3; 12: hired from 30 | day 25 | gone | create disabled
setting created 5 days before; 1: hired from 10; 7: suspended from 10; 8: changed from 11 with /phone | day 11 | created by a | change /phone of c
setting created 5 days before; 1: hired from 10; 11: terminated, last day 20, grace 9; 12: hired from 30 | day 25 | disabled for a since 21 | wait until 30
setting created 5 days before; 1: hired from 10; 11: terminated, last day 20; 12: hired from 30; 26: operator: c cancelled | day 26 | created by c; delete passed | delete
`,
};

/** What is done about it: history | day | person | move. */
export const moves: Rule = {
  title: "What is done",
  text: `
One move at a time follows from what is wanted, from what was done and seen (the person), and from the limits. Grace
counts from when the person was seen disabled for this end. A limit is asked at the move; its pass is good for an hour,
and its hold stays until an operator releases it. A person who exists is changed, also one who is kept, or whose deletion
a limit holds. After a deletion began, it is finished, and a next employment creates a new person.
`,
  rows: `
1: hired from 10 | day 9 | none | wait until 10
1: hired from 10 | day 10 | none | create
1: hired from 10 with /username | day 10 | none | create /username of a
1: hired from 10 with /username; 2: hired from 10 with /username | day 10 | none | create /username of b
1: hired from 10 with /username and /phone; 2: changed with /phone | day 10 | none | create /username of a and /phone of b
1: hired from 10; 5: suspended until 15 | day 10 | none | wait until 16
1: hired from 10; 5: suspended until 15 | day 16 | none | create
1: hired from 10 | day 10 | unsure of create | confirm
1: hired from 10 | day 10 | enabled | nothing
1: hired from 10; 2: hired from 12 | day 10 | enabled | ask the limit disable
1: hired from 10; 11: changed with /phone | day 12 | enabled | change /phone of b
1: hired from 10; 11: changed from 20 with /phone | day 12 | enabled | wait until 20
1: hired from 10; 12: changed in Sydney at 8:00 with /phone; 11: changed at 23:00 with /phone | day 12 | enabled with /phone of b | change /phone of c
1: hired from 10; 11: changed from 12 with /phone; 11: changed at 23:00 with /phone | day 12 | enabled with /phone of c | change /phone of b
1: hired from 10; 11: changed from 12 with /phone; 12: changed in Sydney at 8:00 with /phone; 11: changed at 23:00 with /phone | day 12 | enabled with /phone of d | change /phone of b
1: hired from 10; 11: changed from 12 with /phone; 12: changed at 8:00 with /phone | day 13 | enabled with /phone of b | change /phone of c
1: hired from 10; 12: changed at 8:00 with /phone; 14: changed from 12 with /phone; 13: changed with /phone | day 14 | enabled with /phone of b | change /phone of d
1: hired from 10; 11: changed with /username | day 12 | enabled | ask the limit rename
1: hired from 10; 11: changed with /username | day 12 | enabled; rename held | nothing (rename-limit)
1: hired from 10; 11: changed with /username and /phone | day 12 | enabled; rename held | change /phone of b
1: hired from 10; 11: changed with /username; 12: operator: b released rename | day 12 | enabled; rename held | change /username of b
1: hired from 10; 11: hired from 10 with /phone; setting update | day 12 | enabled | nothing
setting update; 1: hired from 10; 11: hired from 10 with /phone; setting report | day 12 | enabled | change /phone of b
setting update; 1: hired from 10; 11: hired from 10 without update with /phone | day 12 | enabled | nothing
1: hired from 10; 11: hired from 20 with /phone | day 12 | enabled | wait until 20
1: hired from 10; 11: hired from 20 with /phone | day 20 | enabled | change /phone of b
1: hired from 10; 11: hired from 20 with /phone; 15: changed with /phone | day 20 | enabled | change /phone of c
1: hired from 10; 12: suspended | day 12 | enabled | ask the limit disable
1: hired from 10; 12: suspended | day 12 | enabled; disable passed | disable for suspension
1: hired from 10; 12: suspended | day 12 | enabled; disable passed 2 hours before | ask the limit disable
1: hired from 10; 12: suspended | day 12 | enabled; disable held | nothing (disable-limit)
1: hired from 10; 2: operator: a released disable | day 5 | enabled; disable held | disable for not-begun
1: hired from 10; 12: suspended; 12: operator: b released disable | day 13 | enabled; disable held | disable for suspension
1: hired from 10; 12: suspended; 12: operator: b granted disable | day 13 | enabled; disable held | disable for suspension
1: hired from 10; 12: suspended | day 13 | disabled for suspension since 12 | nothing
1: hired from 10; 12: suspended; 13: resumed | day 14 | disabled for suspension since 12 | enable
1: hired from 10; 12: suspended; 13: terminated, grace 3 | day 14 | disabled for suspension since 12 | disable for a
1: hired from 10; 12: terminated, grace 3; 13: resumed | day 14 | disabled for a since 12 | wait until 15
1: hired from 10; 12: terminated, grace 3 | day 12 | none | nothing
1: hired from 10; 12: terminated, grace 3 | day 14 | disabled for a since 12 | wait until 15
1: hired from 10; 12: terminated, grace 3 | day 15 | disabled for a since 12 | ask the limit delete
1: hired from 10; 12: terminated, grace 3 | day 15 | disabled for a since 12; delete passed | delete
1: hired from 10; 12: terminated, grace 3 | day 15 | disabled for a since 12; delete held | nothing (deletion-limit)
1: hired from 10; 12: terminated, last day 12, grace 30; 14: operator: b delete-now; 15: terminated on usual terms by entra | day 15 | disabled for a since 13; delete held | delete
1: hired from 10; 12: terminated, last day 12, grace 1; 14: operator: b released delete; 15: terminated on usual terms by entra | day 15 | disabled for a since 13; delete held | delete
1: hired from 10; 12: terminated, last day 12, grace 1; 14: operator: b released delete; 15: terminated, grace 1 | day 15 | disabled for a since 13; delete held | nothing (deletion-limit)
1: hired from 10; 12: terminated, grace 30; 13: operator: b delete-now | day 14 | disabled for a since 12 | delete
1: hired from 10; 12: terminated, grace 3; 13: operator: b kept | day 20 | disabled for a since 12 | nothing
1: hired from 10; 12: terminated, keep the person | day 20 | disabled for a since 12 | nothing
1: hired from 10; 12: terminated, keep the person; 500: cancelled | day 501 | disabled for a since 12 | enable
1: hired from 10; 12: terminated, grace 3; 13: changed with /phone | day 14 | disabled for a since 12 | change /phone of c
1: hired from 10; 12: terminated, keep the person; 13: changed with /phone | day 14 | disabled for a since 12 | change /phone of c
1: hired from 10; 12: terminated, grace 1; 13: changed with /phone | day 14 | disabled for a since 12 | ask the limit delete
1: hired from 10; 12: terminated, grace 1; 13: changed with /phone | day 14 | disabled for a since 12; delete passed | delete
1: hired from 10; 12: terminated, grace 1; 13: changed with /phone | day 14 | disabled for a since 12; delete held | change /phone of c
1: hired from 10; 12: terminated, grace 1; 13: changed with /username | day 14 | disabled for a since 12; delete held | ask the limit rename
1: hired from 10; 2: hired from 12; 3: changed with /phone | day 10 | disabled | change /phone of c
1: hired from 10; 12: terminated, keep the person; 13: changed with /phone; 14: cancelled | day 15 | enabled | change /phone of c
1: hired from 10; 11: terminated, last day 20, keep the person; 24: hired with /phone | day 25 | disabled for a since 21 | nothing
1: hired from 10; 11: terminated, last day 20, keep the person; 24: hired with /phone; 26: hired with /phone | day 26 | disabled for a since 21 | nothing
1: hired from 10; 11: terminated, last day 20, keep the person; 24: hired with /phone; 26: operator: c is-a-rehire | day 26 | enabled | change /phone of c
1: hired from 10; 11: terminated, last day 20, keep the person; 24: hired with /phone; 26: operator: c repeats | day 26 | disabled for a since 21 | nothing
1: hired from 10; 12: terminated, grace 3; 13: hired from 14 | day 14 | disabled for a since 12 | enable
1: hired from 10; 11: terminated, last day 20; 22: hired from 21 | day 22 | disabled for a since 21 | enable
1: hired from 10; 11: terminated, last day 20 in Honolulu | day 21 | enabled; disable passed | disable for a
1: hired from 10 in Honolulu | day 10 | none | create
1: hired from 10; 15: suspended; 16: terminated, last day 20, grace 3 | day 17 | disabled for suspension since 15 | wait until 21
1: hired from 10; 15: suspended; 16: terminated, last day 20, grace 3 | day 21 | disabled for suspension since 15 | disable for a
1: hired from 10 with /username; 2: hired from 10 with /username and /email | day 10 | none | create /username of b and /email of b
1: hired from 10; 12: terminated, grace 3; 13: terminated, last day 20, grace 5 | day 15 | disabled for a since 12 | wait until 17
1: hired from 10; 11: terminated, last day 12, grace 30; 14: terminated, last day 20, grace 30 | day 15 | disabled for a since 13 | enable
1: hired from 10; 11: terminated, last day 12; 12: hired from 20 | day 15 | disabled for a since 13; delete passed | delete
1: hired from 10; 12: terminated; 13: hired from 14 | day 15 | being deleted | delete
1: hired from 10; 12: terminated; 13: hired from 14 | day 15 | unsure of delete by b | confirm
1: hired from 10; 12: terminated; 13: operator: b confirmed-gone | day 15 | unsure of delete by b | erase
1: hired from 10; 12: terminated; 13: hired from 14 | day 15 | gone with data | erase
1: hired from 10; 12: terminated; 13: hired from 14 | day 15 | gone | create
1: hired from 10; 12: terminated | day 15 | gone | nothing
1: hired from 10; 14: terminated, last day 8 | day 15 | enabled | nothing
1: hired from 10; 12: suspended; 14: terminated, last day 8; 15: resumed | day 16 | disabled for suspension since 12 | nothing (last-day-before-start)
1: hired from 10; 14: terminated, last day 8 | day 16 | none | nothing (last-day-before-start)
1: hired from 10; 12: terminated, grace 3; 13: cancelled | day 14 | none | create
1: hired from 10; 12: terminated; 13: hired from 13 | day 14 | none | create
1: hired from 10; 12: terminated; 13: hired from 13 | day 14 | enabled | nothing
1: changed from 20 with /phone | day 2 | none | nothing
setting update; 1: hired from 10 with /username; 11: hired from 10 with /username and /phone; 12: operator: b rejected rename | day 12 | none | create /username of a and /phone of b
setting update; 1: hired from 10 with /username; 11: hired from 10 with /username; 12: operator: b rejected disable | day 12 | none | create /username of b
1: hired from 10 with /phone; 11: terminated, last day 20, keep the person; 23: hired with /phone; 24: cancelled | day 25 | none | create /phone of a
5: hired from 10 by kiosk without offboard; 7: hired from 12 by kiosk without offboard with /phone; 6: hired from 11 | day 12 | none | create
1: hired from 10; 12: suspended | day 12 | enabled; disable passed 1 hours before | ask the limit disable
1: hired from 10; 2: hired from 12 | day 10 | disabled | wait until 12
1: hired from 10; 11: changed with /username; 12: operator: b released rename; 12: operator: b kept | day 12 | enabled; rename held | change /username of b
1: hired from 10; 12: suspended; 12: operator: b released delete | day 13 | enabled; disable held | nothing (disable-limit)
1: hired from 10; 12: suspended; 12: operator: b released disable until 13 | day 12 | enabled; disable held | disable for suspension
1: hired from 10; 12: suspended; 12: operator: b released disable until 13 | day 13 | enabled; disable held | nothing (disable-limit)
1: hired from 10; 12: suspended; 13: changed with /phone | day 14 | disabled for suspension since 12 | change /phone of c
1: hired from 10; 12: terminated, grace 30; 13: changed from 20 with /phone | day 14 | disabled for a since 12 | wait until 20
1: hired from 10; 11: changed with /username; 12: changed with /email; 13: operator: b released rename | day 14 | enabled; rename held | change /username of b
1: hired from 10; 11: changed with /username and /phone | day 12 | enabled | ask the limit rename
1: hired from 10; 11: changed with /email | day 12 | enabled | ask the limit rename
setting update; 1: hired from 10 with /phone; 11: changed with /phone | day 12 | enabled with /phone of a | change /phone of b
setting update; 1: hired from 10 with /phone; 11: changed with /phone | day 12 | enabled with /phone of b | nothing
setting update; 1: hired from 10 with /phone; 11: changed with /phone | day 12 | enabled with /title of a | change /phone of b
setting update; 1: hired from 10 with /phone; 11: changed with /phone; 12: operator: b rejected | day 13 | enabled with /phone of b | nothing
setting update; 1: hired from 10 with /phone; 1: changed with /phone | day 12 | enabled with /phone of a | change /phone of b
setting update; 1: hired from 10 with /phone; 1: changed with /phone; 2: operator: b rejected | day 12 | enabled with /phone of b | nothing
1: hired from 10; 11: changed from 20 with /phone; 12: changed with /phone | day 21 | enabled | change /phone of b
1: hired from 10; 11: changed from 20 with /phone; 12: changed with /phone | day 21 | enabled with /phone of c | change /phone of b
setting update; 1: hired from 10; 11: hired from 10 with /phone; 11: changed with /phone | day 12 | enabled | change /phone of c
1: hired from 10; 12: terminated, grace 3; 13: operator: b kept; 14: operator: b released delete | day 20 | disabled for a since 12 | nothing
1: hired at 12:00 | day 1 | none | create
1: hired; 5: terminated at 12:00 | day 5 | enabled; disable passed | disable for a
1: hired; 5: suspended at 12:00 | day 5 | enabled; disable passed | disable for suspension
1: hired from 10; 14: terminated, last day 8; 15: hired from 20 | day 16 | none | nothing (last-day-before-start)
1: hired from 10; 14: terminated, last day 8; 15: hired from 20 | day 21 | none | create
1: hired from 10; 2: terminated, last day 20 | day 5 | enabled; disable passed | disable for not-begun
1: hired from 10; 5: terminated | day 6 | enabled; disable passed | disable for withdrawal
1: hired from 3; 2: terminated, last day 9; 4: hired from 10; 14: terminated, last day 2 | day 15 | none | nothing (last-day-before-start)
1: hired from 3; 2: terminated, last day 5, keep the person; 6: hired from 10; 8: terminated | day 9 | disabled for a since 6 | ask the limit delete
setting update; 1: hired from 10; 11: changed with /phone; 12: changed with /title | day 13 | enabled with /title of c | change /phone of b
1: hired from 10; 11: changed at 9:00 with /phone; 11: changed at 9:00 with /phone | day 12 | enabled with /phone of b | change /phone of c
setting update; 1: hired from 10 with /username; 11: hired from 10 with /username; 12: operator: b rejected rename; 13: operator: b released disable | day 14 | none | create /username of a
`,
};
