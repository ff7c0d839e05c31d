import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname);

export interface Source {
  /** The path from the project's root, with forward slashes. */
  file: string;
  text: string;
}

/**
 * Returns the files below the folders with these endings that git tracks or would add. Ignored files are left out.
 */
export function sources(folders: string[], endings: RegExp): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\n'))]
    .filter((file) => endings.test(file))
    .flatMap((file) => {
      try {
        return [{ file, text: readFileSync(path.join(root, file), 'utf8') }];
      } catch {
        return []; // the file was deleted, and git does not know yet
      }
    });
}

/** Returns the text without comments. Line numbers stay the same. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');
}

export const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Prints the findings of a check, and sets the exit code if there are any. */
export function report(guard: string, findings: string[]): void {
  for (const finding of findings) console.error(finding);
  if (findings.length) process.exitCode = 1;
  console.log(`${guard}: ${findings.length ? `${findings.length} found` : 'clean'}`);
}
