/** Deliveries that are remembered; a thousand in a burst are far from pushing each other out. */
const maxRemembered = 10_000;

/** What a delivery is recognised by when it comes again. */
export interface DeliveryMarks {
  /** The host's id of the delivery; the same when it is sent again. Not signed, so anybody may make one up. */
  id: string;
  /** What was signed; '' where the host does not sign. */
  signature: string;
}

/** Deliveries that were acted on, the newest of them, in the memory of one process. */
export class Deliveries {
  private readonly ids = new Set<string>();
  private readonly signatures = new Set<string>();

  /** How it was seen before: the very delivery, its signature under another id, or not at all. */
  seen({ id, signature }: DeliveryMarks): 'delivery' | 'signature' | undefined {
    if (id !== '' && this.ids.has(id)) return 'delivery';
    return signature !== '' && this.signatures.has(signature) ? 'signature' : undefined;
  }

  remember({ id, signature }: DeliveryMarks): void {
    add(this.ids, id);
    add(this.signatures, signature);
  }

  /** Its work failed: when it is sent again it counts. */
  forget({ id, signature }: DeliveryMarks): void {
    this.ids.delete(id);
    this.signatures.delete(signature);
  }
}

function add(set: Set<string>, mark: string): void {
  if (mark === '') return;
  set.add(mark);
  if (set.size <= maxRemembered) return;
  // A Set tells its members in the order in which they came.
  const [oldest] = set;
  set.delete(oldest!);
}
