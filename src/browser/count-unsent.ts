import { storageKeys } from '#config/paths.ts';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

/** The numbers of roster marks and camp photos on this device that have not been sent yet. */
export interface UnsentCounts {
  marks: number;
  photos: number;
}

/**
 * Returns the numbers of unsent marks and photos. Every page behind the sign-in may call this, so it reads the database
 * without the library that saves them.
 */
export async function countUnsent(): Promise<UnsentCounts> {
  try {
    // Opening a missing database would create an empty database, which could then not save marks.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === storageKeys.rosterDatabase)) return { marks: 0, photos: 0 };
    const database = await resultOf(indexedDB.open(storageKeys.rosterDatabase));
    try {
      const count = async (prefix: string) => {
        const range = IDBKeyRange.bound(`${prefix} `, `${prefix} \uFFFF`);
        const entries = database.transaction('entries').objectStore('entries').getAll(range) as IDBRequest<
          { until: number }[]
        >;
        return (await resultOf(entries)).filter(({ until }) => until > Date.now()).length;
      };
      return { marks: await count('mark'), photos: await count('photo') };
    } finally {
      // An open connection would block the deletion on sign-out.
      database.close();
    }
  } catch {
    return { marks: 0, photos: 0 };
  }
}
