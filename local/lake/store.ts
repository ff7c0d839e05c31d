import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Doc, Transaction } from './documents.ts';
import { writeDurably } from './durable.ts';
import { Journal, parseLine } from './journal.ts';
import { applyEntry, emptyState, type Delivery, type Entry, type State } from './state.ts';

type SnapshotLine =
  | { generation: number }
  | { document: Doc }
  | { transaction: Transaction }
  | { delivery: Delivery };

const checkpointAfter = 500;

export class Store {
  readonly state: State;
  readonly #dir: string;
  readonly #historyLimit: number;
  #generation: number;
  #journal: Journal<Entry>;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(dir: string, limit: number, state: State, generation: number, journal: Journal<Entry>) {
    this.#dir = dir;
    this.#historyLimit = limit;
    this.state = state;
    this.#generation = generation;
    this.#journal = journal;
  }

  static async open(dir: string, historyLimit: number): Promise<Store> {
    await mkdir(dir, { recursive: true });
    const { state, generation } = await readSnapshot(path.join(dir, 'snapshot.ndjson'));
    const { journal, entries } = await Journal.open<Entry>(journalFile(dir, generation));
    for (const entry of entries) applyEntry(state, entry, historyLimit);
    const store = new Store(dir, historyLimit, state, generation, journal);
    await store.#removeOldJournals();
    return store;
  }

  /** Resolves once the entry is on disk. Only then can readers see it. */
  append(entry: Entry): Promise<void> {
    return this.#enqueue(async () => {
      await this.#journal.append(entry);
      applyEntry(this.state, entry, this.#historyLimit);
      if (this.#journal.entries >= checkpointAfter) await this.#checkpoint();
    });
  }

  close(): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#journal.entries > 0) await this.#checkpoint();
      await this.#journal.close();
    });
  }

  async #checkpoint(): Promise<void> {
    const next = this.#generation + 1;
    const { journal } = await Journal.open<Entry>(journalFile(this.#dir, next));
    await writeDurably(path.join(this.#dir, 'snapshot.ndjson'), snapshotText(this.state, next));
    await this.#journal.close();
    this.#journal = journal;
    this.#generation = next;
    await this.#removeOldJournals();
  }

  async #removeOldJournals(): Promise<void> {
    const current = path.basename(journalFile(this.#dir, this.#generation));
    const old = (await readdir(this.#dir)).filter(
      (name) => /^journal-\d+\.ndjson$/.test(name) && name !== current,
    );
    for (const name of old) await rm(path.join(this.#dir, name), { force: true });
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

const journalFile = (dir: string, generation: number) => path.join(dir, `journal-${generation}.ndjson`);

function snapshotText(state: State, generation: number): string {
  const lines: SnapshotLine[] = [
    { generation },
    ...[...state.documents.values()].map((document) => ({ document })),
    ...state.transactions.map((transaction) => ({ transaction })),
    ...[...state.deliveries.values()].map((delivery) => ({ delivery })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function readSnapshot(file: string): Promise<{ state: State; generation: number }> {
  const state = emptyState();
  let generation = 0;
  if (!existsSync(file)) return { state, generation };
  for (const [index, text] of (await readFile(file, 'utf8')).split('\n').entries()) {
    if (!text) continue;
    const line = parseLine(text, `${file}:${index + 1}`) as SnapshotLine;
    if ('generation' in line) generation = line.generation;
    else if ('document' in line) state.documents.set(line.document._id, line.document);
    else if ('transaction' in line) state.transactions.push(line.transaction);
    else state.deliveries.set(line.delivery.key, line.delivery);
  }
  return { state, generation };
}
