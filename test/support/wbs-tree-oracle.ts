/** Status and code of an answer. */
export type Outcome = string;

interface Node {
  code: string;
  parentId: string | null;
}

interface Branch {
  code: string;
  level: number;
  path: string;
  isLeaf: boolean;
  childCount: number;
  children: Branch[];
}

type Outline = Omit<Branch, 'children'> & { children: Outline[] };

const levelMax = 8;
const codeCount = 90;

/** A tree in memory by the rules of resources.md 13, in the plainest way. */
export class TreeOracle {
  readonly #nodes = new Map<string, Node>();

  get size(): number {
    return this.#nodes.size;
  }

  /** An item by any number. */
  at(number: number): string | undefined {
    return [...this.#nodes.keys()][number % Math.max(1, this.size)];
  }

  /** A parent by any number: none, or one of the latest items, so that trees grow deep. */
  parentAt(number: number): string | null {
    const latest = [...this.#nodes.keys()].reverse();
    return number % 11 === 0 ? null : (latest[(number % 6) * (number % 2)] ?? latest[0] ?? null);
  }

  codeFor = (number: number): string => `${number % 2 === 0 ? 'n' : 'N'}${number % codeCount}`;

  create(id: string, code: string, parentId: string | null): Outcome {
    if (parentId !== null && this.#level(parentId) + 1 > levelMax) return '422 MAX';
    if (this.#isTaken(code)) return '409 CODE_EXISTS';
    this.#nodes.set(id, { code, parentId });
    return '201';
  }

  move(id: string, parentId: string | null): Outcome {
    const node = this.#node(id);
    if (parentId === node.parentId) return '200';
    if (parentId !== null && this.#isWithin(parentId, id)) return '422 WBS_CYCLE';
    const above = parentId === null ? 0 : this.#level(parentId);
    if (above + this.#height(id) > levelMax) return '422 MAX';
    node.parentId = parentId;
    return '200';
  }

  rename(id: string, code: string): Outcome {
    const node = this.#node(id);
    if (this.#isTaken(code, id)) return '409 CODE_EXISTS';
    node.code = code;
    return '200';
  }

  remove(id: string): Outcome {
    if (this.#children(id).length > 0) return '409 WBS_HAS_CHILDREN';
    this.#nodes.delete(id);
    return '204';
  }

  follow(rows: readonly { id: string; parentId: string | null }[]): void {
    for (const { id, parentId } of rows) this.#node(id).parentId = parentId;
  }

  /** The tree as the service should show it. */
  outline(parentId: string | null = null, above = ''): Outline[] {
    const ids = this.#children(parentId).sort((one, other) => (this.#key(one) < this.#key(other) ? -1 : 1));
    return ids.map((id) => {
      const { code } = this.#node(id);
      const path = above + code;
      const children = this.outline(id, `${path}/`);
      const { length } = children;
      return { code, level: this.#level(id), path, isLeaf: length === 0, childCount: length, children };
    });
  }

  static outline = ({ code, level, path, isLeaf, childCount, children }: Branch): Outline => ({
    code,
    level,
    path,
    isLeaf,
    childCount,
    children: children.map(TreeOracle.outline),
  });

  #node(id: string): Node {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`There is no item ${id}.`);
    return node;
  }

  #key = (id: string) => this.#node(id).code.toLowerCase();

  #children(parentId: string | null): string[] {
    return [...this.#nodes].flatMap(([id, node]) => (node.parentId === parentId ? [id] : []));
  }

  #isTaken(code: string, except?: string): boolean {
    return [...this.#nodes.keys()].some((id) => id !== except && this.#key(id) === code.toLowerCase());
  }

  #level(id: string, seen = 0): number {
    if (seen > this.size) throw new Error('The tree has a cycle.');
    const { parentId } = this.#node(id);
    return parentId === null ? 1 : 1 + this.#level(parentId, seen + 1);
  }

  #height(id: string): number {
    return 1 + Math.max(0, ...this.#children(id).map((child) => this.#height(child)));
  }

  #isWithin(id: string, ancestorId: string): boolean {
    if (id === ancestorId) return true;
    const { parentId } = this.#node(id);
    return parentId !== null && this.#isWithin(parentId, ancestorId);
  }
}
