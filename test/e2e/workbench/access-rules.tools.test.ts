import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeFiguresTakeoff } from '../../support/figures-takeoff';
import { openWorkbench, violationsOf, type Workbench } from '../../support/workbench';

let workbench: Workbench;
let takeoff: Awaited<ReturnType<typeof makeFiguresTakeoff>>;

beforeAll(async () => {
  workbench = await openWorkbench();
  takeoff = await makeFiguresTakeoff(workbench);
}, 60_000);

afterAll(() => workbench?.close());

const inProject = [
  '',
  '/import',
  '/takeoff',
  '/figures',
  '/figures/wbs',
  '/figures/crews',
  '/figures/revisions',
  '/figures/review',
  '/figures/what-if',
  '/figures/documents',
  '/subcontractors',
  '/equipment-tags',
];

const libraries = [
  'trades',
  'rate-cards',
  'crews',
  'equipment',
  'wbs',
  'price-books',
  'import-profiles',
  'api-keys',
  'access',
];

const views = (): string[] => [
  '/',
  '/clients',
  ...inProject.map((view) => `/projects/${takeoff.projectId}${view}`),
  `/projects/${takeoff.projectId}/services/${takeoff.serviceId}/versions/${takeoff.versionId}/sheet`,
  ...libraries.map((list) => `/libraries/${list}`),
];

const wide = { colorScheme: 'light', viewport: { width: 1280, height: 900 } } as const;
const narrow = { colorScheme: 'dark', viewport: { width: 820, height: 1180 } } as const;

test.each([
  ['en-CA', 'Loading…'],
  ['de-DE', 'Wird geladen…'],
  ['fr-FR', 'Chargement…'],
  ['es-ES', 'Cargando…'],
])(
  'in %s no view breaks a rule of WCAG 2.2 AA, light and wide or dark and on a tablet, nor scrolls aside',
  async (locale, waiting) => {
    const watched = await workbench.open('/', { locale, ...wide });
    const { page } = watched;
    const broken: string[] = [];
    for (const view of views()) {
      await page.goto(`${workbench.gateway.url}/app${view}`);
      await page.locator('main h1, main h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByRole('status').filter({ hasText: waiting }).first().waitFor({ state: 'detached' });
      for (const { colorScheme, viewport } of [wide, narrow]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        const where = `${view} ${colorScheme}`;
        broken.push(...(await violationsOf(watched)).map((violation) => `${where} ${violation}`));
        if (
          await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
        )
          broken.push(`${where} scrolls aside`);
      }
    }
    expect(broken).toEqual([]);
    expect(watched.faults).toEqual([]);
  },
  180_000,
);
