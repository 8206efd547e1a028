/** A deep copy of a form's values, which are plain data. */
export default function cloneDeep<Value>(value: Value): Value {
  return structuredClone(value);
}
