import type { Deps } from '../_shared/server/deps.ts';
import { answerMember } from '../_shared/server/studio-members.ts';

/** Lists the questions that parents asked the assistant, for Sanity Studio. */
export const handler = (request: Request, deps: Pick<Deps, 'db' | 'env' | 'lake'>): Promise<Response> =>
  answerMember(request, deps, 'asked questions', () => deps.db.rpc('list_assistant_questions', {}));
