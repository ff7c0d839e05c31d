import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { root } from './sources.ts';

const { printWidth, singleQuote } = JSON.parse(
  readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8'),
) as Required<Pick<FormatConfig, 'printWidth' | 'singleQuote'>>;

/** Formats a generated text like `npm run format`. The file's name tells the language. */
export async function formatText(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { printWidth, singleQuote });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
