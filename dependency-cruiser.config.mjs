/** The boundaries of the system (README, "The system"): who may import whom. */
const services = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'];

const only = (name, comment, library, allowedIn) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^(gateway|services|shared)/', pathNot: [...allowedIn, '\\.test\\.ts$'] },
  to: { path: library },
});

/** The layers of a service, each with those that it may import beside itself (CONTRIBUTING, "Layers"). */
const layers = {
  routes: ['domain', 'fields'],
  messages: ['domain'],
  worker: ['domain', 'store', 'fields'],
  commands: ['domain', 'store'],
  domain: ['neighbours', 'store', 'fields', 'rates'],
  neighbours: [],
  store: ['fields', 'rates'],
  fields: [],
  rates: ['fields'],
};

const layer = ([from, allowed]) => ({
  name: `layer-${from}`,
  comment: `${from}/ may import ${allowed.join(', ') || 'no other layer'}, types included: data flows one way.`,
  severity: 'error',
  from: { path: `^(services/[^/]+|services/mto/[^/]+)/${from}/` },
  to: {
    path: `^$1/(${Object.keys(layers).join('|')})/`,
    pathNot: `^$1/(${[from, ...allowed].join('|')})/`,
  },
});

/** The rooms of the takeoff service, each with those whose doors it may use (services/mto/README.md). */
const rooms = {
  engine: [],
  lines: ['engine'],
  columns: ['engine', 'lines'],
  imports: ['engine', 'lines'],
  documents: ['engine', 'lines', 'analysis'],
  pricing: ['engine', 'lines'],
  live: ['lines'],
  analysis: ['engine', 'lines'],
};

const room = ([name, allowed]) => ({
  name: `room-${name}`,
  comment: `services/mto/${name} may import ${allowed.join(' and ') || 'no other room'}.`,
  severity: 'error',
  from: { path: `^services/mto/${name}/`, pathNot: '\\.test\\.ts$|/fixtures/' },
  to: { path: '^services/mto/', pathNot: `^services/mto/(${[name, ...allowed].join('|')})/` },
});

const door = (folder) => ({
  name: `door-of-${folder}`,
  comment: `Others enter ${folder} by its index.ts; tests may look behind it.`,
  severity: 'error',
  from: {
    path: '^(services|gateway|shared|local)/',
    pathNot: `^${folder}/|\\.test\\.ts$|/fixtures/`,
  },
  to: { path: `^${folder}/`, pathNot: `^${folder}/index\\.ts$` },
});

/** The rooms of the kernel, lowest first: each may import those before it. */
const kernelRooms = ['schema', 'process', 'postgres', 'http', 'contracts', 'nats', 'commands', 'service'];
const kernelDoors = ['schema', 'process', 'postgres', 'http', 'nats'];

const kernelRoom = (name, at) => ({
  name: `kernel-${name}`,
  comment: `shared/kernel/${name} may import ${kernelRooms.slice(0, at).join(', ') || 'no other room'}.`,
  severity: 'error',
  from: { path: `^shared/kernel/${name}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^shared/kernel/(${kernelRooms.slice(at + 1).join('|') || '-'})/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...services.map((service) => ({
      name: `${service}-alone`,
      comment: 'No service imports another; they meet in shared/kernel/contracts over messages.',
      severity: 'error',
      from: { path: `^services/${service}/` },
      to: { path: '^(services|gateway)/', pathNot: `^services/${service}/` },
    })),
    {
      name: 'gateway-alone',
      comment: 'The gateway imports no service.',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^services/' },
    },
    {
      name: 'shared-below',
      comment: 'What is shared knows no service.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(services|gateway|test)/' },
    },
    {
      name: 'kernel-at-the-bottom',
      comment: 'The kernel knows neither spreadsheets nor imports nor fields of takeoff lines.',
      severity: 'error',
      from: { path: '^shared/kernel/', pathNot: '\\.test\\.ts$' },
      to: { path: '^shared/(spreadsheet|imports|takeoff-fields)/' },
    },
    {
      name: 'spreadsheet-alone',
      comment: 'Workbooks and CSV in and out: no HTTP, no Postgres, nothing of this system.',
      severity: 'error',
      from: { path: '^shared/spreadsheet/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(shared/(kernel|imports|takeoff-fields)|gateway|services|local|test)/' },
    },
    {
      name: 'language-alone',
      comment: 'Texts are looked up by their English ones, whoever makes these.',
      severity: 'error',
      from: { path: '^shared/language/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(shared/(kernel|imports|spreadsheet|takeoff-fields)|gateway|services|local|test)/' },
    },
    {
      name: 'takeoff-fields-alone',
      comment: 'What fields a takeoff line has needs nothing but the kernel.',
      severity: 'error',
      from: { path: '^shared/takeoff-fields/', pathNot: '\\.test\\.ts$' },
      to: { path: '^shared/(imports|spreadsheet)/' },
    },
    {
      name: 'local-in-no-image',
      comment: 'Launcher, embedded servers and fixtures are in no image.',
      severity: 'error',
      from: { path: '^(gateway|services|shared)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(local|test)/' },
    },
    {
      name: 'workbench-alone',
      comment: 'The page knows the API by its typed client alone.',
      severity: 'error',
      from: { path: '^workbench/' },
      to: { path: '^(gateway|services|shared|local|test)/' },
    },
    {
      name: 'example-alone',
      comment: 'The example is loaded through the public API, by the page and by the demo.',
      severity: 'error',
      from: { path: '^example/' },
      to: { path: '^(gateway|services|shared|local|test|workbench|client)/' },
    },
    {
      name: 'design-alone',
      comment: 'Controls, charts and texts know nothing of the API and of the page that is made of them.',
      severity: 'error',
      from: { path: '^workbench/design/' },
      to: { path: '^(workbench/(?!design/)|client/|example/)' },
    },
    {
      name: 'foundation-below-the-page',
      comment: 'What every view is made of knows no view.',
      severity: 'error',
      from: { path: '^workbench/foundation/' },
      to: { path: '^(workbench/(?!design/|foundation/)|example/)' },
    },
    {
      name: 'shared-parts-below-the-page',
      comment:
        'Several views price the labour of crews, choose takeoff lines and explain figures; none of these knows a view.',
      severity: 'error',
      from: { path: '^workbench/(explanation|price-books|labour|takeoff-lines)/' },
      to: { path: '^(workbench/(page|takeoff)|example)/' },
    },
    {
      name: 'takeoff-below-the-page',
      comment: 'The takeoff is one view of the page, large enough for a package of its own.',
      severity: 'error',
      from: { path: '^workbench/takeoff/' },
      to: { path: '^workbench/page/' },
    },
    {
      name: 'page-in-the-browser',
      comment: 'What runs in a browser imports nothing of Bun or Node.',
      severity: 'error',
      from: { path: '^(workbench/[^/]+|example)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'workbench-built-alone',
      comment: 'The gateway serves the files that were built; only those who build it import it.',
      severity: 'error',
      from: { path: '^(gateway|services|shared|client)/' },
      to: { path: '^workbench/' },
    },
    ...Object.entries(layers).map(layer),
    ...Object.entries(rooms).map(room),
    ...Object.keys(rooms).map((name) => door(`services/mto/${name}`)),
    ...kernelRooms.map(kernelRoom),
    ...kernelDoors.map((name) => door(`shared/kernel/${name}`)),
    door('shared/takeoff-fields'),
    only(
      'elysia-at-the-edge',
      'Elysia is replaceable: it stays in shared/kernel/http.',
      'node_modules/(elysia|@elysiajs)/',
      ['^shared/kernel/http/', '^services/[^/]+/(routes/|app\\.ts)'],
    ),
    only('drizzle-in-the-store', 'Queries live in store/.', 'node_modules/drizzle-orm/', [
      '^shared/kernel/postgres/',
      '^shared/imports/store/',
      '^services/[^/]+/store/',
      '^services/mto/[^/]+/store/',
    ]),
    only('pg-in-its-room', 'One room speaks to Postgres.', 'node_modules/(pg|pg-copy-streams)/', [
      '^shared/kernel/postgres/',
    ]),
    only('nats-in-the-bus', 'One room speaks to NATS.', 'node_modules/@nats-io/', ['^shared/kernel/nats/']),
    {
      name: 'no-file-read-while-serving',
      comment:
        'Threads of their own read table files. The thread that serves requests does so for few at once, in turn.',
      severity: 'error',
      from: {
        path: '^services/',
        pathNot:
          '/worker/|^services/mto/(imports|documents/domain/priced-return)/|/explanation/cell-texts\\.ts$|/fixtures/|\\.test\\.ts$',
      },
      to: {
        path: '^shared/(imports/table/table|imports/table/table-worker|spreadsheet/open-table-file)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-orphan-packages',
      comment: 'A package must be declared by the workspace that imports it.',
      severity: 'error',
      from: { path: '^(gateway|services|shared|local|test|workbench)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.(sql|json)$', '^workbench/(dist|[.]build-)'] },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    builtInModules: { add: ['bun', 'bun:test', 'bun:sqlite'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['bun', 'import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
