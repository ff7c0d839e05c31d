/** Deeper than any form or report of ours. Far deeper ones break whatever walks through them: parsers, SQL's too. */
const MOST = 100;

/** Does this JSON nest deeper than anything that we are sent? Reads the text, so that nothing has to be built of it. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [sign] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > MOST) return true;
  }
  return false;
}
