import type { Deps } from '../_shared/server/deps.ts';
import { answerMember } from '../_shared/server/studio-members.ts';

export const handler = (request: Request, deps: Pick<Deps, 'db' | 'env' | 'lake'>): Promise<Response> =>
  answerMember(request, deps, 'studio overview', () => deps.db.rpc('get_studio_overview', {}));
