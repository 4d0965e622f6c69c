-- The status echoes the value in lastHandledReconcileAt once the controller has taken it up.
local os = require("os")
if obj.metadata.annotations == nil then
  obj.metadata.annotations = {}
end
obj.metadata.annotations["lectern.dev/requestedAt"] = os.date("!%Y-%m-%dT%XZ")
return obj
