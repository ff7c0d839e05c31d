import { type DocumentActionComponent, useClient, useCurrentUser, useValidationStatus } from 'sanity';
import { useState } from 'react';
import { requestFor, requestIdOf, type ReviewRequest } from './requests.ts';
import { useRequests } from './useRequests.ts';

export const AskForReview: DocumentActionComponent = ({ id, type, draft, published }) => {
  const client = useClient({ apiVersion: '2025-02-19' });
  const user = useCurrentUser();
  const requests = useRequests();
  const { validation, isValidating } = useValidationStatus(draft?._id ?? id, type, true);
  const [state, setState] = useState<'ready' | 'sending' | 'failed'>('ready');
  const request = requestFor(requests, id, draft, published);
  const hasErrors = validation.some(({ level }) => level === 'error');
  if (request)
    return {
      label: 'Review requested',
      title: `Publishers find it under “Waiting for review”. Requested by ${request.requestedBy}.`,
      disabled: true,
    };
  const ask = async () => {
    setState('sending');
    const title = [draft?.['name'], draft?.['title'], draft?.['question'], draft?.['heading']].find(
      (value) => typeof value === 'string' && value !== '',
    );
    await client.createOrReplace({
      _id: requestIdOf(id),
      _type: 'reviewRequest',
      documentId: id,
      documentType: type,
      title: typeof title === 'string' ? title : '',
      publishedRevision: published?._rev ?? null,
      requestedBy: user?.name ?? 'An editor',
      requestedAt: new Date().toISOString(),
    } satisfies ReviewRequest);
  };
  return {
    label: state === 'failed' ? 'Ask for review again' : 'Ask for review',
    tone: 'primary',
    title: !draft
      ? 'There is no draft to review.'
      : hasErrors
        ? 'First correct what the form marks.'
        : state === 'failed'
          ? 'The request was not sent. Check your connection, then ask again.'
          : 'Asks a publisher to publish this draft.',
    disabled: !draft || requests === null || state === 'sending' || isValidating || hasErrors,
    onHandle: () =>
      void ask().then(
        () => setState('ready'),
        () => setState('failed'),
      ),
  };
};
AskForReview.displayName = 'AskForReview';
