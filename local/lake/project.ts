import { Hono } from 'hono';
import type { LakeEnv } from './http.ts';
import { editor, publisher, robot } from './identity.ts';

const since = '2026-01-01T00:00:00Z';

export function projectRoutes({
  projectId,
  dataset,
  closed,
}: {
  projectId: string;
  dataset: string;
  closed?: boolean | undefined;
}): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();
  const member = { createdAt: since, updatedAt: since };
  const project = {
    id: projectId,
    displayName: 'Local project',
    // With an organisation, Studio would open an event stream for it.
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    metadata: {},
    maxRetentionDays: 90,
    activityFeedEnabled: false,
    createdAt: since,
    updatedAt: since,
    features: [],
    pendingInvites: 0,
    members: [
      { ...publisher, ...member, isCurrentUser: false, isRobot: false },
      { ...editor, ...member, isCurrentUser: false, isRobot: false },
      { ...robot, ...member, isCurrentUser: false, isRobot: true },
    ],
  };
  const datasets = [
    {
      name: dataset,
      aclMode: closed ? 'private' : 'public',
      createdAt: since,
      createdByUserId: publisher.id,
      tags: [],
      datasetProfile: 'content',
    },
  ];
  const everything = ['create', 'read', 'update', 'history', 'editHistory', 'manage'];
  const grants = {
    all: [{ filter: '_id in path("**")', permissions: everything }],
    drafts: [
      { filter: '_id in path("drafts.**")', permissions: everything },
      { filter: '_id in path("**")', permissions: ['read', 'history'] },
    ],
  };

  const fixed: Record<string, unknown> = {
    '/projects/:id': project,
    '/projects/:id/datasets': datasets,
    '/datasets': datasets,
    '/projects/:id/datasets/:dataset/settings/indexing': { maxFieldDepth: 5 },
    '/projects/:id/grants': {},
    '/projects/:id/features': [],
    // Without deployed studios, Studio does not upload its schema.
    '/projects/:id/user-applications': [],
    '/features': [],
    '/media-libraries': { data: [] },
    '/subscriptions/project/:id': null,
    '/check/cors': { result: { allowed: true, withCredentials: true } },
    '/intake/telemetry-status': { status: 'denied' },
    '/ping': { ok: true },
    '/data/ping': { ok: true },
    '/data/ping/:dataset': { ok: true },
    '/help': { resources: { welcomeMessage: '', sectionArray: [] }, latestVersion: '' },
  };
  for (const [path, answer] of Object.entries(fixed))
    routes.get(path, (c) => c.json(answer as object | null));
  routes.get('/projects/:id/datasets/:dataset/acl', (c) =>
    c.json(c.get('user')?.id === editor.id ? grants.drafts : grants.all),
  );
  routes.post('/intake/batch', (c) => c.json({}));
  // Studio asks these addresses for announcements, trials and limits.
  routes.all('/journey/*', (c) => c.json(null));
  return routes;
}
