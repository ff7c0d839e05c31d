import { brand } from '#contract/brand.ts';
import { demoLogins, demoPassword } from './demo/logins.ts';

export function welcome(env: Record<string, string>, seconds: number): string {
  const rows = [
    ['Site', env['SITE_URL']],
    [
      'Studio',
      `${env['PUBLIC_STUDIO_URL']} (the first start takes a minute or two; you will see a message when it is ready)`,
    ],
    ['Mail inbox', env['RESEND_BASE_URL']],
    ['Payments', env['STRIPE_API_URL']],
    ['API', env['SUPABASE_URL']],
    ['Database', env['DATABASE_URL']],
  ];
  const logins = env['DEMO_DATA'] === '0' ? [] : demoLogins;
  return [
    '',
    `${brand.name} is ready after ${seconds.toFixed(1)} s.`,
    '',
    ...rows.map(([name, address]) => `  ${name?.padEnd(12)}${address}`),
    '',
    ...(logins.length ? [`  Demo logins (password ${demoPassword}, at ${env['SITE_URL']}/auth):`] : []),
    ...logins.map(
      (login) =>
        `    ${login.role.padEnd(16)}${login.email}${login.secondStep ? `, second step: ${env['RESEND_BASE_URL']}/second-step` : ''}`,
    ),
    '',
    'Press Ctrl-C to stop everything and keep the data. Run `npm run reset` to start from scratch.',
  ].join('\n');
}
