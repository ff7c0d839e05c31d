import { readFileSync } from 'node:fs';
import { bundleFunctions } from '../functions.ts';

/** An edge function in the form that the Management API accepts. */
export interface DeployableFunction {
  name: string;
  /** True if the gateway asks callers for a user's token. */
  verifyJwt: boolean;
  /** A name that differs between versions of the files. */
  release: string;
  entrypoint: string;
  files: { name: string; content: string }[];
}

/** Bundles every function into one file, so that the host has nothing to resolve. */
export async function deployableFunctions(): Promise<DeployableFunction[]> {
  const bundles = await bundleFunctions();
  return bundles.map(({ name, verifyJwt, file, sha256 }) => ({
    name,
    verifyJwt,
    release: sha256.slice(0, 12),
    entrypoint: 'index.js',
    files: [{ name: 'index.js', content: readFileSync(file, 'utf8') }],
  }));
}
