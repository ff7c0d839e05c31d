import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findMigrationFaults } from '../check-migrations.ts';
import { freeze, readFrozen } from '../migrations/frozen-migrations.ts';
import {
  type Contract,
  CONTRACT,
  contractText,
  findLosses,
  isWithdrawn,
  releasedContract,
} from './contract.ts';

interface ReleaseOptions {
  /** The folder of the project. */
  project: string;
  version: string;
  contract: Contract;
  today: Date;
}

const git = (project: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export const isVersion = (text: string) => /^\d+\.\d+\.\d+$/.test(text);
export const noVersion = (text: string) =>
  `A version is three numbers, such as 0.1.0, and not ${text || 'nothing'}.`;

/** Returns, in sentences, what prevents the release of a version. It changes nothing. */
export function releaseFaults({ project, version, contract }: Omit<ReleaseOptions, 'today'>): string[] {
  if (!isVersion(version)) return [noVersion(version)];
  const supabase = path.join(project, 'supabase');
  const last = readFrozen(supabase)?.version;
  const before = releasedContract(project);
  const losses = before ? findLosses(before, contract).filter((loss) => !isWithdrawn(loss)) : [];
  const changes = unreleased(readFileSync(path.join(project, 'CHANGELOG.md'), 'utf8'));
  return [
    ...(git(project, 'status', '--porcelain') ? ['There are changes that are not committed.'] : []),
    ...(git(project, 'tag', '--list', `v${version}`) ? [`The tag v${version} exists.`] : []),
    ...(last && !isNewer(version, last)
      ? [`${version} is not newer than ${last}, which was released last.`]
      : []),
    ...(changes ? [] : ['CHANGELOG.md says nothing under “Unreleased”: write what changes for whom.']),
    ...findMigrationFaults(supabase),
    ...losses.map((loss) => `Pages or functions of v${last ?? ''} would fail: ${loss}.`),
  ];
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const at = a?.findIndex((number, index) => number !== b?.[index]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

const HEADING = '## Unreleased\n';

/** Returns what the change log says about the coming version. */
function unreleased(log: string): string {
  const from = log.indexOf(HEADING);
  if (from < 0) return '';
  const [text = ''] = log.slice(from + HEADING.length).split(/^## /m);
  return text.trim();
}

/**
 * Writes version and change log, freezes the migrations, records what can be called, commits all of it and tags it.
 * The tag is set last, so that an interrupted release leaves changes that git shows, and no version.
 */
export function release(options: ReleaseOptions): void {
  const { project, version, contract, today } = options;
  const faults = releaseFaults(options);
  if (faults.length > 0) throw new Error(`v${version} was not released.\n${faults.join('\n')}`);
  const edit = (file: string, change: (text: string) => string) => {
    const name = path.join(project, file);
    if (existsSync(name)) writeFileSync(name, change(readFileSync(name, 'utf8')));
  };
  // Only the project's own version is changed. It comes first in both files, and occurs a second time in the lock file.
  edit('package.json', (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  edit('package-lock.json', (text) => {
    const packages = text.search(/^ {4}"node_modules\//m);
    const head = packages < 0 ? text : text.slice(0, packages);
    return (
      head.replaceAll(/^( {2}| {6})"version": "[^"]+"/gm, `$1"version": "${version}"`) +
      text.slice(head.length)
    );
  });
  const day = today.toLocaleDateString('en-CA', { timeZone: 'Asia/Singapore' });
  edit('CHANGELOG.md', (text) => text.replace(HEADING, `${HEADING}\n## ${version} (${day})\n`));
  freeze(version, path.join(project, 'supabase'));
  const file = path.join(project, CONTRACT);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contractText(contract));
  git(project, 'add', '-A');
  git(project, 'commit', '--quiet', '-m', `Release v${version}`);
  git(project, 'tag', '--annotate', `v${version}`, '-m', `v${version}`);
}
