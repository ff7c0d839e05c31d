import { storageKeys } from '#config/paths.ts';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

/**
 * How many marks of the roster wait on this device for a network (`kept-roster.ts`); they go with the sign-out. Without
 * the library that keeps them: every page behind the sign-in asks, where `rosterMarks` says that there may be some.
 */
export async function waitingMarks(): Promise<number> {
  try {
    // One that was made by asking would be empty, and keep no mark later on.
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === storageKeys.rosterDatabase)) return 0;
    const database = await done(indexedDB.open(storageKeys.rosterDatabase));
    try {
      const marks = database
        .transaction('kept')
        .objectStore('kept')
        .getAll(IDBKeyRange.bound('mark ', 'mark \uFFFF')) as IDBRequest<{ until: number }[]>;
      return (await done(marks)).filter(({ until }) => until > Date.now()).length;
    } finally {
      // An open one would keep the sign-out from deleting it.
      database.close();
    }
  } catch {
    return 0;
  }
}
