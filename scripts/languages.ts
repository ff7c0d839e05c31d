// Builds the site in all its languages. Each is a separate build, and all files end up in one folder.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type LanguageId, otherLanguages } from '#config/languages.ts';

/**
 * Builds all languages at once, each into a folder, and adds the files of the others to the folder of the default
 * language. The first failure counts.
 */
export async function buildLanguages<Outcome extends { code: number | null }>(
  outDir: string,
  build: (language: LanguageId, outDir: string) => Promise<Outcome>,
  languages: readonly LanguageId[] = otherLanguages,
): Promise<Outcome> {
  const folders = languages.map((language) => ({ language, folder: `${outDir}-${language}` }));
  try {
    const [own, ...others] = await Promise.all([
      build('en', outDir),
      ...folders.map(({ language, folder }) => build(language, folder)),
    ]);
    const failed = [own, ...others].find(({ code }) => code !== 0);
    if (failed) return failed;
    for (const { folder } of folders) addFiles(folder, outDir);
    return own;
  } finally {
    for (const { folder } of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Throws if both folders have different files at one address. Only files with the same name and content may be
 * shared.
 */
export function addFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const [file, target] = [path.join(from, entry), path.join(to, entry)];
    if (statSync(file).isDirectory()) continue;
    if (!existsSync(target)) cpSync(file, target);
    else if (!readFileSync(file).equals(readFileSync(target)))
      throw new Error(`Two languages have different files at ${entry}.`);
  }
}

/**
 * Returns the variables of a language's build. Only the default language writes source maps and the list of
 * documents.
 */
export function languageEnvironment(env: NodeJS.ProcessEnv, language: LanguageId): NodeJS.ProcessEnv {
  if (language === 'en') return env;
  const { SOURCE_MAPS: _, SITE_DOCUMENTS: __, ...shared } = env;
  return { ...shared, SITE_LANGUAGE: language };
}
