/** A shallow copy of a form's values. */
export default function clone<Value>(value: Value): Value {
  if (Array.isArray(value)) return [...(value as unknown[])] as Value;
  return typeof value === "object" && value !== null ? { ...value } : value;
}
