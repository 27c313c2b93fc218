/** Benchmarks by name; each runs its floor or peer beside it and prints ratios. */
const benches: Record<string, () => Promise<void>> = {
  auth: async () => (await import('./auth')).benchAuth(),
  gateway: async () => (await import('./gateway')).benchGateway(),
  import: async () => (await import('./import')).benchImport(),
  crud: async () => (await import('./crud')).benchCrud(),
  scale: async () => (await import('./scale')).benchScale(),
  export: async () => (await import('./export')).benchExport(),
  return: async () => (await import('./return')).benchReturn(),
  report: async () => (await import('./report')).benchReport(),
  columns: async () => (await import('./columns')).benchColumns(),
  search: async () => (await import('./search')).benchSearch(),
  million: async () => (await import('./million')).benchMillion(),
  bulk: async () => (await import('./bulk')).benchBulk(),
  explain: async () => (await import('./explain')).benchExplain(),
  patch: async () => (await import('./patch')).benchPatch(),
  versions: async () => (await import('./versions')).benchVersions(),
  libraries: async () => (await import('./libraries')).benchLibraries(),
  mapping: async () => (await import('./mapping')).benchMapping(),
  reconcile: async () => (await import('./reconcile')).benchReconcile(),
  revise: async () => (await import('./revise')).benchRevise(),
  bills: async () => (await import('./bills')).benchBills(process.argv[3], process.argv[4]),
  'libraries-import': async () => (await import('./libraries-import')).benchLibrariesImport(),
  history: async () => (await import('./history')).benchHistory(),
  walk: async () => (await import('./walk')).benchWalk(),
  reprice: async () => (await import('./reprice')).benchReprice(),
  aggregate: async () => (await import('./aggregate')).benchAggregate(),
  'what-if': async () => (await import('./what-if')).benchWhatIf(),
  price: async () => (await import('./price')).benchPrice(),
  review: async () => (await import('./review')).benchReview(),
  compression: async () => (await import('./compression')).benchCompression(),
  partitions: async () => (await import('./partitions')).benchPartitions(),
  serving: async () => (await import('./serving')).benchServing(),
  'import-latency': async () => (await import('./import-latency')).benchImportLatency(),
  hostile: async () => (await import('./hostile')).benchHostile(),
  rls: async () => (await import('./rls')).benchRls(),
  'page-views': async () => (await import('./page-views')).benchPageViews(),
  'grid-frames': async () => (await import('./grid-frames')).benchGridFrames(),
  disk: async () => (await import('./disk')).benchDisk(),
};

const name = process.argv[2] ?? '';
const run = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (run) {
  await run();
  // Servers of tests go on until their process ends.
  process.exit();
} else {
  console.error(`Name one of the benchmarks: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 1;
}
