import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { brand } from '#contract/brand.ts';
import { ApiError, ApiOrder, apiResources } from '#contract/read-api.ts';
import { root } from './sources.ts';

const file = 'docs/read-api.openapi.json';

const schemaOf = (schema: v.GenericSchema) => {
  const json = toJsonSchema(schema, { target: 'openapi-3.0' });
  delete json.$schema;
  return json;
};

const refusals = {
  400: 'The path or a parameter is wrong.',
  401: 'There is no key, or it is unknown, expired or revoked.',
  403: 'The key lacks the scope.',
  404: 'There is no such paid order.',
  429: 'Too many calls. Wait for the seconds of Retry-After.',
} as const;

const answers = (schema: v.GenericSchema, statuses: readonly (keyof typeof refusals)[]) => ({
  200: { description: 'The answer', content: { 'application/json': { schema: schemaOf(schema) } } },
  ...Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: refusals[status],
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  ),
});

interface ObjectSchema {
  properties?: Record<string, object>;
}

/** Returns the OpenAPI document of the read API, made from the contract. */
function readApiDocument() {
  const lists = Object.entries(apiResources).map(
    ([name, { scope, query, answer, about }]): [string, object] => [
      `/api/v1/${name}`,
      {
        get: {
          summary: about,
          description: `Scope: ${scope}`,
          parameters: Object.entries((schemaOf(query) as ObjectSchema).properties ?? {}).map(
            ([key, schema]) => ({
              name: key,
              in: 'query',
              required: false,
              schema,
            }),
          ),
          responses: answers(answer, [400, 401, 403, 429]),
        },
      },
    ],
  );
  return {
    openapi: '3.0.3',
    info: { title: `${brand.name} read API`, version: '1' },
    servers: [
      { url: 'https://{project}.supabase.co/functions/v1', variables: { project: { default: 'project' } } },
    ],
    security: [{ key: [] }],
    paths: {
      ...Object.fromEntries(lists),
      '/api/v1/orders/{number}': {
        get: {
          summary: 'One paid order',
          description: 'Scope: orders:read',
          parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'string' } }],
          responses: answers(ApiOrder, [400, 401, 403, 404, 429]),
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(ApiError) },
    },
  };
}

export function writeReadApi(): void {
  writeFileSync(path.join(root, file), `${JSON.stringify(readApiDocument(), null, 2)}\n`);
}
