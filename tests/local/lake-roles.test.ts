import { expect, test } from 'vitest';
import { postToLake, editorClient as robot, startTestLake } from '#support/lake.ts';

/** Signs in like Studio and returns the token. */
async function signIn(url: string, who: string): Promise<string> {
  const login = await fetch(`${url}/v1/auth/login/${who}?origin=http://127.0.0.1:3333`, {
    redirect: 'manual',
  });
  const ticket = login.headers.get('location')?.split('#sid=')[1];
  const answer = (await (await fetch(`${url}/v1/auth/fetch?sid=${ticket}`)).json()) as { token: string };
  return answer.token;
}

const draft = { create: { _id: 'drafts.term', _type: 'pass', price: 709 } };
const publish = { actionType: 'sanity.action.document.publish', publishedId: 'term', draftId: 'drafts.term' };

test('an editor writes drafts and cannot publish, and a publisher publishes them', async () => {
  const lake = await startTestLake();
  const editor = await signIn(lake.url, 'editor');
  expect((await postToLake(lake, 'mutate', { mutations: [draft] }, editor)).status).toBe(200);
  expect((await postToLake(lake, 'actions', { actions: [publish] }, editor)).status).toBe(403);
  const direct = { createOrReplace: { _id: 'term', _type: 'pass', price: 1 } };
  expect((await postToLake(lake, 'mutate', { mutations: [direct] }, editor)).status).toBe(403);
  expect(await robot(lake).fetch('count(*[_id == "term"])')).toBe(0);

  const publisher = await signIn(lake.url, 'publisher');
  expect((await postToLake(lake, 'actions', { actions: [publish] }, publisher)).status).toBe(200);
  expect(await robot(lake).fetch('*[_id == "term"][0].price')).toBe(709);
});

test('the Studio reads from its grants what an editor may do', async () => {
  const lake = await startTestLake();
  const grants = async (who: string) => {
    const token = await signIn(lake.url, who);
    const address = `${lake.url}/v1/projects/local/datasets/production/acl`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { filter: string; permissions: string[] }[]).map(
      ({ filter, permissions }) => [filter, permissions.includes('update')],
    );
  };
  expect(await grants('publisher')).toEqual([['_id in path("**")', true]]);
  expect(await grants('editor')).toEqual([
    ['_id in path("drafts.**")', true],
    ['_id in path("**")', false],
  ]);
});

test('an unknown account cannot sign in', async () => {
  const lake = await startTestLake();
  const answer = await fetch(`${lake.url}/v1/auth/login/robot?origin=http://127.0.0.1:3333`);
  expect(answer.status).toBe(404);
});
