import type { Database, Json } from './database.gen.ts';

type Schema = Database['public'];
type Functions = Schema['Functions'];

/** The name of a function of the database. */
export type Rpc = keyof Functions;

/** Its arguments; each may be null. The contract defines the shape of JSON arguments. */
export type RpcArguments<Name extends Rpc> = {
  [Key in keyof Functions[Name]['Args']]:
    | (Json extends Functions[Name]['Args'][Key] ? object : Functions[Name]['Args'][Key])
    | null;
};

/** A table or view with its query, e.g. `class_types?select=*`. */
export type Query = `${keyof Schema['Tables'] | keyof Schema['Views']}?${string}`;
