import type { Database, Json } from './database.gen.ts';

type Schema = Database['public'];
type Functions = Schema['Functions'];

/** The name of a SQL function that can be called. */
export type Rpc = keyof Functions;

/** The arguments of a SQL function. JSON arguments may be any object, and each argument may be null. */
export type RpcArguments<Name extends Rpc> = {
  [Key in keyof Functions[Name]['Args']]:
    | (Json extends Functions[Name]['Args'][Key] ? object : Functions[Name]['Args'][Key])
    | null;
};

/** A query for PostgREST: a table or view, and its parameters. */
export type Query = `${keyof Schema['Tables'] | keyof Schema['Views']}?${string}`;
