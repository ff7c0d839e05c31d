/**
 * Simulates the site's host, which builds commits of a branch with the variables that it was given, and serves one of
 * the builds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { readSite, type Site } from '#local/site/files.ts';
import { root } from '#scripts/sources.ts';
import { serveFile } from '#local/site/serve.ts';
import type { HostedDeployment, World } from '../world.ts';

interface RunningHost {
  url: string;
  stop: () => Promise<void>;
}

/** `more` are addresses that the host would find by DNS. */
export async function runHost(
  world: World,
  { dir, repository, more }: { dir: string; repository: string; more: Record<string, string> },
): Promise<RunningHost> {
  const { host } = world;
  const sites = new Map<string, Site>();
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  let last = Promise.resolve();

  async function build(deployment: HostedDeployment): Promise<void> {
    const folder = path.join(dir, deployment.id);
    git('clone', '--quiet', '--shared', repository, folder);
    git('-C', folder, 'checkout', '--quiet', deployment.commit);
    // A host installs the same packages from the same lock file.
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const child = spawn(host.build.command, {
      cwd: folder,
      shell: true,
      stdio: ['ignore', openSync(`${folder}.log`, 'w'), 'inherit'],
      env: {
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
        HOME: dir,
        ...Object.fromEntries(Array.from(host.variables, ([name, { value }]) => [name, value])),
        ...more,
      },
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    deployment.state = code === 0 ? 'ready' : 'failed';
    console.log(`[host] ${deployment.id} of ${deployment.commit.slice(0, 7)}: ${deployment.state}`);
    if (code !== 0) return;
    sites.set(deployment.id, readSite(path.join(folder, host.build.folder)));
    host.live = deployment.id;
  }
  host.buildNow = (deployment) => {
    deployment.commit = git('-C', repository, 'rev-parse', 'main');
    last = last
      .then(() => build(deployment))
      .catch((error: unknown) => {
        deployment.state = 'failed';
        console.error(error);
      });
  };
  const server = createServer((request, response) => {
    const site = sites.get(host.live ?? '');
    if (site) void serveFile(site, request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      await last;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
