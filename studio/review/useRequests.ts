import { useEffect, useState } from 'react';
import { useClient } from 'sanity';
import { readRequests, type ReviewRequest } from './requests.ts';

/** Returns the open requests, and reads them again after each change. Returns null until they are read. */
export function useRequests(): ReviewRequest[] | null {
  const client = useClient({ apiVersion: '2025-02-19' });
  const [requests, setRequests] = useState<ReviewRequest[] | null>(null);
  useEffect(() => {
    let current = true;
    const read = () =>
      readRequests(client).then(
        (found) => current && setRequests(found),
        () => current && setRequests([]),
      );
    void read();
    const changes = client.listen(
      '*[_type == "reviewRequest"]',
      {},
      { visibility: 'query', includeResult: false },
    );
    const listening = changes.subscribe(() => void read());
    return () => {
      current = false;
      listening.unsubscribe();
    };
  }, [client]);
  return requests;
}
