import { storageKeys } from '#config/paths.ts';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

/**
 * Returns the number of unsent marks. Every page behind the sign-in may call this, so it reads the database without
 * the library that saves marks.
 */
export async function countUnsentMarks(): Promise<number> {
  try {
    // Opening a missing database would create an empty database, which could then not save marks.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === storageKeys.rosterDatabase)) return 0;
    const database = await resultOf(indexedDB.open(storageKeys.rosterDatabase));
    try {
      const marks = database
        .transaction('entries')
        .objectStore('entries')
        .getAll(IDBKeyRange.bound('mark ', 'mark \uFFFF')) as IDBRequest<{ until: number }[]>;
      return (await resultOf(marks)).filter(({ until }) => until > Date.now()).length;
    } finally {
      // An open connection would block the deletion on sign-out.
      database.close();
    }
  } catch {
    return 0;
  }
}
