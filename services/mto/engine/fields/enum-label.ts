import { disciplineLabels, isDiscipline } from './discipline';

const capitals = new Set([
  ...['3lpe', '3lpp', 'api', 'awa', 'cctv', 'cfa', 'cpvc', 'dc', 'dcs', 'emt', 'epr', 'fbe', 'fcaw', 'frp'],
  ...['gfrp', 'gmaw', 'grg', 'grp', 'gtaw', 'hdpe', 'imc', 'lszh', 'lv', 'mc', 'mv', 'pir', 'plc', 'ptfe'],
  ...['pur', 'pvc', 'rtd', 'rtu', 'saw', 'scada', 'sis', 'smaw', 'sta', 'swa', 'thhn', 'ups', 'uv', 'xhhw'],
  ...['xlpe'],
]);

export function enumLabel(value: string): string {
  if (isDiscipline(value)) return disciplineLabels[value];
  if (/[A-Z0-9]/.test(value.charAt(0)) && !capitals.has(value)) return value;
  const words = value.split('-').map((word) => (capitals.has(word) ? word.toUpperCase() : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
