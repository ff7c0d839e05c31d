export interface DemoLogin {
  role: 'customer' | 'coach' | 'marketer' | 'admin' | 'business_admin';
  name: string;
  email: string;
  password: string;
  secondStep?: string;
}

export const demoPassword = 'otterdemo2026';

export const demoLogins: DemoLogin[] = [
  { role: 'customer', name: 'Mei Tan', email: 'parent@otter.test', password: demoPassword },
  { role: 'customer', name: 'Wei Ming Tan', email: 'parent2@otter.test', password: demoPassword },
  { role: 'coach', name: 'Coach Otter', email: 'coach@otter.test', password: demoPassword },
  { role: 'marketer', name: 'Hui Wen Lee', email: 'marketing@otter.test', password: demoPassword },
  { role: 'admin', name: 'Priya Nair', email: 'admin@otter.test', password: demoPassword },
  {
    role: 'business_admin',
    name: 'Daniel Lim',
    email: 'business@otter.test',
    password: demoPassword,
    // The role needs a second factor. The mail inbox shows its codes, so that nobody needs an app.
    secondStep: 'OTTERTRAILSDEMOKEYBUSINESSADMIN2',
  },
];
