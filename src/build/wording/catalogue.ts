import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { agreements } from '#config/agreements.ts';
import { screenOf, screens, type Screen } from '#config/wording.ts';
import { sentencesIn } from './sentences.ts';
import type { LocatedSentence } from './text-parts.ts';

interface WordingFile {
  screen: Screen;
  file: string;
  sentences: readonly LocatedSentence[];
}

/** Returns every file whose sentences Studio can change, read from the code below the project's root. */
export function readWording(root: string): WordingFile[] {
  const places = [...new Set(screens.flatMap(({ files }) => files))];
  const files = [
    ...new Set(places.flatMap((place) => (place.endsWith('/') ? filesIn(root, place) : [place]))),
  ];
  return files.flatMap((file) => {
    const screen = screenOf(file);
    // A build of only some pages lacks the files of the others.
    const isLeftOut = file.startsWith('src/pages/') && !existsSync(path.join(root, file));
    if (!screen || isLeftOut) return [];
    const sentences = sentencesIn(file, readFileSync(path.join(root, file), 'utf8')).filter(
      ({ key }) => !agreements.some((agreement) => key.startsWith(agreement)),
    );
    return [{ screen, file, sentences }];
  });
}

const filesIn = (root: string, folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => folder + file.replaceAll(path.sep, '/'))
    .sort();
