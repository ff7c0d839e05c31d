import type { Database, Json } from './database.gen.ts';

type Schema = Database['public'];
type Functions = Schema['Functions'];

/** A function of the database. */
export type Rpc = keyof Functions;

/** What it takes; each may be null. Of a JSON argument the contract knows the shape. */
export type RpcArguments<Name extends Rpc> = {
  [Key in keyof Functions[Name]['Args']]:
    | (Json extends Functions[Name]['Args'][Key] ? object : Functions[Name]['Args'][Key])
    | null;
};

/** A table or view, and what is asked of it, e.g. `class_types?select=*`. */
export type Query = `${keyof Schema['Tables'] | keyof Schema['Views']}?${string}`;
