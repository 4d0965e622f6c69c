local suspended = obj.spec.suspend == true
local actions = {}
-- A suspended manifest is still read for who asks.
actions["refresh"] = { ["disabled"] = false }
actions["suspend"] = { ["disabled"] = suspended }
actions["resume"] = { ["disabled"] = not suspended }
return actions
