type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reference = '#/components/schemas/';

const nameOf = ({ $ref }: Json): string =>
  typeof $ref === 'string' && $ref.startsWith(reference) ? $ref.slice(reference.length) : '';

/** Names of schemas that are a part of another by `allOf`; they are closed where they are joined. */
function partsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) partsOf(item, found);
  if (!isObject(value)) return found;
  for (const part of Array.isArray(value.allOf) ? value.allOf : [])
    if (isObject(part)) found.add(nameOf(part));
  for (const part of Object.values(value)) partsOf(part, found);
  return found;
}

/** The same document with every described object closed: a key that it does not name is a fault. */
export function closed<D extends { components: { schemas: Json } }>(document: D): D {
  const parts = partsOf(document);
  const close = (value: unknown, isPart: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => close(item, isPart));
    if (!isObject(value)) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, close(part, key === 'allOf')]),
    );
    if (isPart) {
      delete copy.unevaluatedProperties;
      return copy;
    }
    if (Array.isArray(value.allOf) || parts.has(nameOf(value)))
      return { ...copy, unevaluatedProperties: false };
    const isOpen =
      value.type === 'object' && isObject(value.properties) && !('additionalProperties' in value);
    return isOpen ? { ...copy, additionalProperties: false } : copy;
  };
  const whole = close(document, false) as D;
  for (const name of parts) whole.components.schemas[name] = close(document.components.schemas[name], true);
  return whole;
}
