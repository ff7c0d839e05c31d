/** No form or report nests deeper than this. Much deeper JSON breaks parsers, including SQL's. */
const DEPTH_MAX = 100;

export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [sign] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
