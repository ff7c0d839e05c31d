import type { Database, Json } from './database.gen.ts';

type Schema = Database['public'];
type Functions = Schema['Functions'];

export type Rpc = keyof Functions;

export type RpcArguments<Name extends Rpc> = {
  [Key in keyof Functions[Name]['Args']]:
    | (Json extends Functions[Name]['Args'][Key] ? object : Functions[Name]['Args'][Key])
    | null;
};

export type Query = `${keyof Schema['Tables'] | keyof Schema['Views']}?${string}`;
