import { printReport, type Report } from './problem.ts';

/** Once a build, with gaps reported to the first caller. A preview loads again each time. */
export function loadOnce<T>(load: (report: Report) => Promise<T>): (report?: Report) => Promise<T> {
  // Without a bundler, as in the build's hooks, `env` does not exist.
  const isBuild = (import.meta as { env?: ImportMetaEnv }).env?.PROD === true;
  let cached: Promise<T> | undefined;
  return (report = printReport) => (isBuild ? (cached ??= load(report)) : load(report));
}
