import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname);

export interface Source {
  /** Path from the project's root, with forward slashes. */
  file: string;
  text: string;
}

/** Files that git knows or would add (not the ignored ones), below the folders and with the endings given. */
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
        return []; // deleted, and git does not know yet
      }
    });
}

/** Text without comments, line by line as before, so that line numbers stay true. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');
}

export const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Prints what a guard found and says by the exit code whether that was nothing. */
export function report(guard: string, findings: string[]): void {
  for (const finding of findings) console.error(finding);
  if (findings.length) process.exitCode = 1;
  console.log(`${guard}: ${findings.length ? `${findings.length} found` : 'clean'}`);
}
