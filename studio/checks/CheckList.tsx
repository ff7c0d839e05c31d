import type { SanityDocument } from '@sanity/client';
import { useState } from 'react';
import { useClient, useSchema, useWorkspace } from 'sanity';
import { IntentLink } from 'sanity/router';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { withProduct } from '../../src/config/brand.ts';
import { Sheet } from '../components/Sheet.tsx';
import { findProblems, type Problem, withDrafts } from './problems.ts';

type State =
  | { is: 'ready' }
  | { is: 'checking'; share: number }
  | { is: 'failed' }
  | { is: 'checked'; count: number; problems: Problem[] };

export function CheckList() {
  const client = useClient({ apiVersion: '2025-02-19' });
  const workspace = useWorkspace();
  const schema = useSchema();
  const [state, setState] = useState<State>({ is: 'ready' });
  async function check(): Promise<void> {
    setState({ is: 'checking', share: 0 });
    const all = await client
      .withConfig({ perspective: 'raw' })
      .fetch<SanityDocument[]>('*[!(_id in path("_.**")) && !(_id in path("versions.**"))]');
    const documents = withDrafts(all).filter(
      ({ _type }) => schema.get(_type)?.type?.name === 'document' && !_type.startsWith('sanity.'),
    );
    const problems = await findProblems(documents, workspace, (share) => setState({ is: 'checking', share }));
    setState({ is: 'checked', count: documents.length, problems });
  }
  const start = () => void check().catch(() => setState({ is: 'failed' }));
  if (state.is === 'checking')
    return <Sheet title="Checking…">{`${Math.round(state.share * 100)}% checked.`}</Sheet>;
  const title =
    state.is === 'checked'
      ? state.problems.length === 0
        ? 'No problems found'
        : `${plural(state.problems.length, 'problem')} found`
      : 'Check the whole site';
  return (
    <Sheet title={title}>
      {state.is === 'failed' && <p>The check did not finish. Check your connection, then start it again.</p>}
      <p>
        {state.is === 'checked'
          ? `${plural(state.count, 'document')} checked, including drafts as they are now.`
          : 'This checks links, pictures and their descriptions, colours, prices and placeholders in every document, drafts included.'}
      </p>
      <p>
        <button type="button" onClick={start}>
          {state.is === 'checked' ? 'Check again' : 'Check now'}
        </button>
      </p>
      {state.is === 'checked' && (
        <ul>
          {state.problems.map(({ documentId, type, title: name, path, level, message, isDraft }, index) => (
            <li key={`${documentId} ${path} ${index}`}>
              <IntentLink intent="edit" params={{ id: documentId, type, path }}>
                {withProduct(name) || (schema.get(type)?.title ?? type)}
              </IntentLink>{' '}
              <small>
                {schema.get(type)?.title ?? type}
                {isDraft && ', draft'}
              </small>
              <br />
              {level === 'error' ? 'Must be corrected: ' : 'Worth a look: '}
              {message}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
