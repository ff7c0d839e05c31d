import { cors } from 'hono/cors';

/** As the gateway of a hosted project does, this lets any site call with any header. */
export const openToBrowsers = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
    'Content-Encoding',
    'Content-Location',
    'Content-Range',
    'Content-Type',
    'Date',
    'Location',
    'Preference-Applied',
    'Range-Unit',
    'Retry-After',
    'X-Sb-Error-Code',
    'X-Supabase-Api-Version',
  ],
  maxAge: 3600,
});
